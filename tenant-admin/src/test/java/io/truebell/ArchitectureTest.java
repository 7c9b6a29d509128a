package io.truebell;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The rules of the house. Each first shows that it has something to look at. */
class ArchitectureTest {
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/platform-testkit"))
          .importPackages("io.truebell");

  /** The root packages of what is plugged in: modules that are neither core nor application. */
  private static final List<String> PLUGINS =
      CODE.stream()
          .filter(type -> type.getSimpleName().equals("package-info"))
          .filter(type -> type.isAnnotatedWith(ApplicationModule.class))
          .map(JavaClass::getPackageName)
          .filter(name -> !name.startsWith("io.truebell.core"))
          .filter(name -> !name.startsWith("io.truebell.admin"))
          .sorted()
          .toList();

  private static final Set<String> FORBIDDEN_CALLS =
      Set.of(
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.time.LocalDateTime.now",
          "java.time.ZonedDateTime.now",
          "java.time.OffsetDateTime.now",
          "java.lang.System.currentTimeMillis",
          "java.util.UUID.randomUUID",
          "java.lang.Thread.sleep",
          "java.lang.Math.random");

  /** The only one that asks a channel to send. */
  private static final String SENDER = "io.truebell.dispatch.path.ProviderCall";

  /** The only one that asks a channel what became of something. */
  private static final String ASKER = "io.truebell.dispatch.evidence.ProviderQuestion";

  private static final DescribedPredicate<JavaMethodCall> PROVIDER_CALL =
      describe(
          "a call of a provider",
          call ->
              (call.getTargetOwner().isAssignableTo(Wire.class)
                      && call.getName().equals("exchange"))
                  || (call.getTargetOwner().isAssignableTo(ChannelAdapter.class)
                      && Set.of("send", "ask").contains(call.getName())));

  @Test
  void pluginsAreOnTheClassPath() {
    assertThat(PLUGINS)
        .contains("io.truebell.dispatch", "io.truebell.inbox", "io.truebell.channel.webhook");
  }

  @Test
  void noPluginKnowsAnother() {
    for (String plugin : PLUGINS) {
      String[] others =
          PLUGINS.stream().filter(p -> !p.equals(plugin)).map(p -> p + "..").toArray(String[]::new);
      for (String[] unknown :
          List.of(
              others,
              new String[] {"io.truebell.admin..", "io.truebell.start..", "io.truebell.infra.."})) {
        noClasses()
            .that()
            .resideInAPackage(plugin + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(unknown)
            .check(CODE);
      }
    }
  }

  @Test
  void theApplicationImportsNoPlugin() {
    assertThat(in("io.truebell.admin")).isNotEmpty();
    noClasses()
        .that()
        .resideInAnyPackage("io.truebell", "io.truebell.admin..", "io.truebell.start..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(PLUGINS.stream().map(p -> p + "..").toArray(String[]::new)))
        .check(CODE);
  }

  @Test
  void theCoreKnowsNobodyAboveIt() {
    assertThat(in("io.truebell.core")).isNotEmpty();
    noClasses()
        .that()
        .resideInAPackage("io.truebell.core..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.truebell..")
                .and(DescribedPredicate.not(resideInAPackage("io.truebell.core.."))))
        .check(CODE);
  }

  @Test
  void modulesKeepToWhatTheyMayUse() {
    ApplicationModules modules = ApplicationModules.of(TruebellApplication.class);
    assertThat(modules.stream().count()).isGreaterThanOrEqualTo(3);
    modules.verify();
  }

  @Test
  void timeIdsAndChanceAreHandedInAndNobodySleeps() {
    DescribedPredicate<JavaAccess<?>> forbidden =
        describe(
            "a call of the system's clock, ids, chance or sleep",
            call ->
                FORBIDDEN_CALLS.contains(call.getTargetOwner().getName() + "." + call.getName()));
    assertThat(
            new ClassFileImporter()
                .importClasses(Offender.class)
                .get(Offender.class)
                .getMethodCallsFromSelf())
        .as("the rule sees a call that it forbids")
        .anyMatch(forbidden);
    noClasses().should().accessTargetWhere(forbidden).check(CODE);
  }

  @Test
  void everyPackageIsNullMarkedAndSaysWhatItIsFor() {
    Set<String> packages =
        CODE.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
    assertThat(packages).hasSizeGreaterThan(20);
    for (String name : packages) {
      assertThat(CODE.getPackage(name).tryGetPackageInfo())
          .as("package-info of " + name)
          .hasValueSatisfying(info -> assertThat(info.isAnnotatedWith(NullMarked.class)).isTrue());
    }
  }

  @Test
  void atMostHalfOfAModulesTypesArePublic() {
    Map<String, List<JavaClass>> modules = new TreeMap<>();
    CODE.stream()
        .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .filter(type -> type.getEnclosingClass().isEmpty())
        .forEach(type -> modules.computeIfAbsent(module(type), key -> new ArrayList<>()).add(type));
    assertThat(modules).hasSizeGreaterThan(4);
    modules.remove("core");
    modules.forEach(
        (name, types) -> {
          long open =
              types.stream().filter(t -> t.getModifiers().contains(JavaModifier.PUBLIC)).count();
          assertThat(open * 2)
              .as(name + ": " + open + " of " + types.size() + " types are public")
              .isLessThanOrEqualTo(types.size() + 1L);
        });
  }

  @Test
  void controllersAndSqlArePrivateToTheirPackage() {
    classes().that().areAnnotatedWith(RestController.class).should().bePackagePrivate().check(CODE);
    classes().that().haveSimpleNameEndingWith("Rows").should().bePackagePrivate().check(CODE);
  }

  @Test
  void everyEndpointOfTheApiNamesItsScope() {
    methods()
        .that()
        .areMetaAnnotatedWith(RequestMapping.class)
        .and()
        .areDeclaredInClassesThat(
            describe("serve the API", type -> !type.getPackageName().contains("sandbox")))
        .and()
        .areDeclaredInClassesThat(
            describe("are no error page", type -> !type.getSimpleName().equals("ErrorPage")))
        .and()
        .areDeclaredInClassesThat(
            describe("name no scope", type -> !type.isAnnotatedWith(PreAuthorize.class)))
        .should()
        .beAnnotatedWith(PreAuthorize.class)
        .check(CODE);
  }

  @Test
  void noTwoWireTypesShareANameSinceTheDescriptionOfTheApiKnowsThemByIt() {
    Map<String, List<String>> types =
        CODE.stream()
            .filter(type -> type.getSimpleName().matches("[A-Z]\\w*(View|Request|Document)"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(types).hasSizeGreaterThan(50);
    assertThat(types).allSatisfy((name, all) -> assertThat(all).hasSize(1));
  }

  @Test
  void namesSayWhatThingsAre() {
    noClasses()
        .that()
        .resideInAPackage("io.truebell..")
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|DTO|Dto|Common)$")
        .orShould()
        .haveNameMatching(".*\\.I[A-Z][a-z]+[A-Z]?[a-zA-Z]*Interface")
        .check(CODE);
    noClasses()
        .should()
        .resideInAnyPackage("..util..", "..common..", "..helper..", "..manager..", "..impl..")
        .check(CODE);
  }

  @Test
  void noTransactionIsOpenAroundAProvidersCall() {
    assertThat(CODE.stream().flatMap(type -> type.getMethodCallsFromSelf().stream()))
        .as("the code calls providers somewhere")
        .anyMatch(PROVIDER_CALL);
    classes()
        .that()
        .areAnnotatedWith(Transactional.class)
        .should(never(callMethodWhere(PROVIDER_CALL)))
        .allowEmptyShould(true)
        .check(CODE);
    assertThat(
            CODE.stream()
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(PROVIDER_CALL)
                .filter(call -> call.getOrigin().isAnnotatedWith(Transactional.class)))
        .isEmpty();
  }

  @Test
  void providersAreCalledByChannelsAndChannelsByOneClassThatHoldsNoTransaction() {
    Set<String> callers =
        CODE.stream()
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(PROVIDER_CALL)
            .map(call -> call.getOriginOwner().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(callers)
        .as("the rule sees the calls that are allowed")
        .contains(SENDER, ASKER)
        .anyMatch(name -> name.startsWith("io.truebell.channel."));
    noClasses()
        .that()
        .resideOutsideOfPackages("io.truebell.core.wire..", "io.truebell.channel..")
        .and()
        .doNotHaveFullyQualifiedName(SENDER)
        .and()
        .doNotHaveFullyQualifiedName(ASKER)
        .and()
        // plays the provider's part: its receipts come back from outside, as theirs do
        .doNotHaveFullyQualifiedName("io.truebell.sandbox.LaterReceipts")
        .and()
        .doNotHaveFullyQualifiedName("io.truebell.sandbox.ReportPost")
        .should(callMethodWhere(PROVIDER_CALL))
        .check(CODE);

    DescribedPredicate<JavaClass> database =
        resideInAnyPackage(
            "org.springframework.transaction..",
            "org.springframework.jdbc..",
            "jakarta.persistence..",
            "java.sql..",
            "javax.sql..");
    assertThat(
            in("io.truebell.dispatch.path").stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass))
        .as("its neighbours use the database")
        .anyMatch(database);
    classes()
        .that()
        .haveFullyQualifiedName(SENDER)
        .or()
        .haveFullyQualifiedName(ASKER)
        .should(never(dependOnClassesThat(database)))
        .check(CODE);
  }

  private static List<JavaClass> in(String root) {
    return CODE.stream()
        .filter(
            type ->
                type.getPackageName().equals(root) || type.getPackageName().startsWith(root + "."))
        .toList();
  }

  /** Core, admin, a plugin …: the part of the name that an artifact has for itself. */
  private static String module(JavaClass type) {
    String[] parts = type.getPackageName().split("\\.", -1);
    if (parts.length < 3) {
      return "admin";
    }
    return switch (parts[2]) {
      case "channel" -> "channel-" + parts[3];
      case "start" -> "admin";
      default -> parts[2];
    };
  }

  /** Does what is forbidden, so that the rule can be seen to notice. */
  static final class Offender {
    static long now() {
      return System.currentTimeMillis();
    }
  }
}
