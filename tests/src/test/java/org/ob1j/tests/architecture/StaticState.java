package org.ob1j.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Below mpi-api there is no static mutable state, as many ranks run in one JVM in tests: static
 * fields are final, and what they refer to cannot change. Constant arrays must be private.
 */
final class StaticState {
  static final ArchRule ABSENT =
      fields()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("org.ob1j..")
          .and()
          .areStatic()
          .and()
          .doNotHaveModifier(JavaModifier.SYNTHETIC)
          .should(notHoldState());

  private static final Set<Class<?>> IMMUTABLE =
      Set.of(String.class, VarHandle.class, Path.class, Duration.class, Pattern.class);

  /**
   * What an object of ours may have in its final fields: of these only the reference is checked.
   */
  private static final Set<Class<?>> TRUSTED_PARTS =
      Set.of(Object.class, List.class, Set.class, Function.class);

  private StaticState() {}

  private static ArchCondition<JavaField> notHoldState() {
    return new ArchCondition<>("be final and refer to what cannot change") {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        if (!isFinal(field)) {
          report(field, "is not final", events);
        } else if (!isConstant(field)) {
          report(field, "refers to what may change", events);
        }
      }
    };
  }

  private static void report(JavaField field, String what, ConditionEvents events) {
    events.add(
        SimpleConditionEvent.violated(
            field, field.getFullName() + " " + what + " in " + field.getSourceCodeLocation()));
  }

  private static boolean isConstant(JavaField field) {
    JavaClass type = field.getRawType();
    if (type.isArray()) {
      return isPrivateArray(field);
    }
    if (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class)) {
      return value(field).getClass().getName().startsWith("java.util.ImmutableCollections");
    }
    return isImmutable(type) || type.isInterface() && isWithoutFields(value(field).getClass());
  }

  private static boolean isImmutable(JavaClass type) {
    return type.isPrimitive()
        || type.isEnum()
        || IMMUTABLE.stream().anyMatch(type::isEquivalentTo)
        || isOurs(type)
            && !type.isInterface()
            && type.getAllFields().stream().allMatch(StaticState::isImmutablePart);
  }

  private static boolean isImmutablePart(JavaField field) {
    JavaClass type = field.getRawType();
    return field.getModifiers().contains(JavaModifier.STATIC)
        || isFinal(field)
            && (TRUSTED_PARTS.stream().anyMatch(type::isEquivalentTo)
                || isPrivateArray(field)
                || isSealedToRecords(type)
                || isImmutable(type));
  }

  private static boolean isPrivateArray(JavaField field) {
    return field.getRawType().isArray() && field.getModifiers().contains(JavaModifier.PRIVATE);
  }

  /** Their parts may be of the same interface, so they are trusted. */
  private static boolean isSealedToRecords(JavaClass type) {
    Class<?>[] permitted = isOurs(type) ? type.reflect().getPermittedSubclasses() : null;
    return permitted != null && Arrays.stream(permitted).allMatch(Class::isRecord);
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith("org.ob1j");
  }

  private static boolean isFinal(JavaField field) {
    return field.getModifiers().contains(JavaModifier.FINAL);
  }

  /** What has no fields has no state: a lambda, or an anonymous class, that captures nothing. */
  private static boolean isWithoutFields(Class<?> type) {
    return type.getSuperclass() == Object.class && type.getDeclaredFields().length == 0;
  }

  private static Object value(JavaField field) {
    try {
      Field reflected = field.reflect();
      reflected.setAccessible(true);
      return reflected.get(null);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(field.getFullName(), impossible);
    }
  }
}
