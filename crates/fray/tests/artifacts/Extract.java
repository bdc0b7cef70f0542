import dev.fray.agent.AgentLibrary;

/** Takes the agent library out of its artifact, and prints where it is. */
public class Extract {
  public static void main(String[] args) throws Exception {
    System.out.println(AgentLibrary.extract());
  }
}
