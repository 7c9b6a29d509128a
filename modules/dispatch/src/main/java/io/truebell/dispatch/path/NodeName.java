package io.truebell.dispatch.path;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.Ids;
import org.springframework.stereotype.Component;

/** What this process is called in leases and traces; another one at every start. */
@Component
class NodeName {
  private final String name;

  NodeName(Ids ids) {
    String unique = ids.next().toString();
    this.name = "w" + ProcessHandle.current().pid() + "-" + unique.substring(unique.length() - 12);
  }

  Actor actor() {
    return new Actor("worker", name);
  }

  @Override
  public String toString() {
    return name;
  }
}
