package io.truebell.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Processor time as Linux counts it in {@code /proc}, in seconds. */
final class Cpu {
  /** Ticks a second: what the kernel shows to programs, whatever its own clock is. */
  private static final double TICKS = 100;

  private static final Path PROC = Path.of("/proc");
  private static final int PARENT = 1;
  private static final int OWN = 11;
  private static final int CHILDREN = 13;

  private Cpu() {}

  /** Of one process; 0 when it is gone. */
  static double of(long pid) {
    String[] fields = fields(PROC.resolve(Long.toString(pid)));
    return fields.length == 0 ? 0 : ticks(fields, OWN) / TICKS;
  }

  /** Of a process, its children that live and those that it has buried. */
  static double ofFamily(long pid) {
    String[] parent = fields(PROC.resolve(Long.toString(pid)));
    if (parent.length == 0) {
      return 0;
    }
    String id = Long.toString(pid);
    try (Stream<Path> all = Files.list(PROC)) {
      long living =
          all.filter(p -> Character.isDigit(p.getFileName().toString().charAt(0)))
              .map(Cpu::fields)
              .filter(f -> f.length > CHILDREN && f[PARENT].equals(id))
              .mapToLong(f -> ticks(f, OWN))
              .sum();
      return (living + ticks(parent, OWN) + ticks(parent, CHILDREN)) / TICKS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that ran on the machine, and what its host took away. */
  static double ofMachine() {
    try {
      String[] f = Files.readAllLines(PROC.resolve("stat")).getFirst().split(" +", -1);
      // user nice system idle iowait irq softirq steal
      return Stream.of(1, 2, 3, 6, 7, 8).mapToLong(i -> Long.parseLong(f[i])).sum() / TICKS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From the state on, since the name before it may hold spaces. */
  private static String[] fields(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    } catch (IOException e) {
      // it has ended
      return new String[0];
    }
  }

  private static long ticks(String[] fields, int first) {
    List<String> two = Arrays.asList(fields).subList(first, first + 2);
    return two.stream().mapToLong(Long::parseLong).sum();
  }
}
