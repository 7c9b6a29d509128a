package com.example.doomed;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A connection on which the process can die before and after every statement and commit. */
final class DoomedConnection implements InvocationHandler {
  private final Connection real;
  private @Nullable Stage stage;
  private final Map<Stage, Integer> statements = new EnumMap<>(Stage.class);

  private DoomedConnection(Connection real) {
    this.real = real;
  }

  static Connection around(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            DoomedConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new DoomedConnection(real));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    return switch (method.getName()) {
      case "prepareStatement" -> {
        Object statement = pass(real, method, arguments);
        yield statement == null || arguments == null
            ? statement
            : watch((PreparedStatement) statement, (String) arguments[0]);
      }
      case "commit" -> commit(method, arguments);
      case "rollback", "setAutoCommit" -> {
        forget();
        yield pass(real, method, arguments);
      }
      default -> pass(real, method, arguments);
    };
  }

  private @Nullable Object commit(Method method, Object @Nullable [] arguments) throws Throwable {
    Map<Stage, Integer> committed = new EnumMap<>(statements);
    forget();
    committed.forEach(Lengths::note);
    committed.keySet().forEach(s -> Doom.at(s.place("before_commit")));
    List<LostAnswers.When> lost = committed.keySet().stream().map(LostAnswers::next).toList();
    if (lost.contains(LostAnswers.When.BEFORE)) {
      throw lose();
    }
    Object result = pass(real, method, arguments);
    if (lost.contains(LostAnswers.When.AFTER)) {
      throw lose();
    }
    committed.keySet().forEach(s -> Doom.at(s.place("after_commit")));
    return result;
  }

  /** What a driver says when the connection breaks while it waits for the answer. */
  private SQLException lose() throws SQLException {
    real.close();
    return new SQLException("the connection was lost on purpose", "08006");
  }

  private void forget() {
    stage = null;
    statements.clear();
  }

  private PreparedStatement watch(PreparedStatement statement, String sql) {
    InvocationHandler watching =
        (proxy, method, arguments) -> {
          if (!method.getName().startsWith("execute")) {
            return pass(statement, method, arguments);
          }
          Optional<Stage> sign = Stage.of(sql);
          if (real.getAutoCommit()) {
            return alone(sign, statement, method, arguments);
          }
          stage = sign.orElse(stage);
          if (stage != null) {
            Doom.at(stage.place("statement_" + statements.merge(stage, 1, Integer::sum)));
          }
          return pass(statement, method, arguments);
        };
    return (PreparedStatement)
        Proxy.newProxyInstance(
            DoomedConnection.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            watching);
  }

  /** A statement that is a transaction of its own. */
  private static @Nullable Object alone(
      Optional<Stage> sign,
      PreparedStatement statement,
      Method method,
      Object @Nullable [] arguments)
      throws Throwable {
    sign.ifPresent(s -> Doom.at(s.place("before_commit")));
    Object result = pass(statement, method, arguments);
    sign.ifPresent(s -> Doom.at(s.place("after_commit")));
    return result;
  }

  private static @Nullable Object pass(Object real, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
