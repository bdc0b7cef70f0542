package example;

import org.junit.platform.runner.JUnitPlatform;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.UseTechnicalNames;
import org.junit.runner.RunWith;

/** How Gradle before 4.6, which knows JUnit 4 only, runs the tests of this package. */
@RunWith(JUnitPlatform.class)
@UseTechnicalNames
@SelectPackages("example")
public class AllTests {}
