package drivers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.sql.Statement;

/**
 * Transfers between two accounts in a database in memory, over a pool of connections. Planted: the
 * new balance is computed outside of the database.
 */
public final class HikariH2 {
  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=1000000");
    config.setMaximumPoolSize(2);
    config.setPoolName("pool");
    // With relaxed time a connection may be 30 minutes old before it has come into the pool, which then
    // keeps it for ever, closed.
    config.setMaxLifetime(0);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = connect(pool);
          Statement statement = connection.createStatement()) {
        statement.execute("create table account (id int primary key, balance int)");
        statement.execute("insert into account values (1, 10), (2, 10)");
      }
      Thread first = Threads.start("first", () -> transfer(pool, 3, planted));
      Thread second = Threads.start("second", () -> transfer(pool, 4, planted));
      Threads.join(first, second);
      try (Connection connection = connect(pool)) {
        assert balance(connection, 1) == 3 : balance(connection, 1);
        assert balance(connection, 2) == 17 : balance(connection, 2);
      }
    }
  }

  /** The pool may give up at any moment, when time is relaxed. */
  private static Connection connect(HikariDataSource pool) throws SQLException {
    while (true) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException timeout) {
        continue;
      }
    }
  }

  private static int balance(Connection connection, int account) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select balance from account where id = " + account)) {
      assert rows.next();
      return rows.getInt(1);
    }
  }

  /** As may the database, which then expects the transaction again. */
  private static void transfer(HikariDataSource pool, int amount, boolean planted)
      throws SQLException {
    while (true) {
      try {
        transferOnce(pool, amount, planted);
        return;
      } catch (SQLTransientException timeout) {
        continue;
      }
    }
  }

  private static void transferOnce(HikariDataSource pool, int amount, boolean planted)
      throws SQLException {
    try (Connection connection = connect(pool)) {
      connection.setAutoCommit(false);
      if (planted) {
        int from = balance(connection, 1);
        int to = balance(connection, 2);
        update(connection, "update account set balance = ? where id = 1", from - amount);
        update(connection, "update account set balance = ? where id = 2", to + amount);
      } else {
        update(connection, "update account set balance = balance - ? where id = 1", amount);
        update(connection, "update account set balance = balance + ? where id = 2", amount);
      }
      connection.commit();
    }
  }

  private static void update(Connection connection, String sql, int value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, value);
      assert statement.executeUpdate() == 1;
    }
  }
}
