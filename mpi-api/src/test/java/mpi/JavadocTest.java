package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Users look up in the MPI standard what a member of package mpi does: so each says where. */
class JavadocTest {
  private static final Path SOURCES = Path.of("src/main/java/mpi");
  private static final String SOURCE = "MPI standard";

  private int members;
  private final List<String> withoutSource = new ArrayList<>();

  @Test
  void shouldNameTheSectionOfTheStandardInTheJavadocOfEveryPublicMember() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.list(SOURCES)) {
      List<Path> paths =
          sources.filter(path -> path.toString().endsWith(".java")).sorted().toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(paths));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new PublicMembers(docs).scan(unit, null);
      }
    }

    assertThat(members).isGreaterThan(500);
    assertThat(withoutSource).as("members whose Javadoc does not say \"" + SOURCE + "\"").isEmpty();
  }

  /** Members that override others have their Javadoc. */
  private final class PublicMembers extends TreePathScanner<Void, Void> {
    private final DocTrees docs;

    PublicMembers(DocTrees docs) {
      this.docs = docs;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      return isPublic(type.getModifiers()) ? super.visitClass(type, nothing) : null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      check(method, method.getName().toString(), method.getModifiers());
      return null;
    }

    @Override
    public Void visitVariable(VariableTree field, Void nothing) {
      check(field, field.getName().toString(), field.getModifiers());
      return null;
    }

    private void check(Tree member, String name, ModifiersTree modifiers) {
      boolean ofInterface =
          getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
      boolean overrides =
          modifiers.getAnnotations().stream()
              .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
      if (overrides || !ofInterface && !isPublic(modifiers)) {
        return;
      }
      members++;
      String comment = docs.getDocComment(getCurrentPath());
      if (comment == null || !comment.replaceAll("\\s+", " ").contains(SOURCE)) {
        ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
        TreePath path = getCurrentPath();
        long position =
            docs.getSourcePositions().getStartPosition(path.getCompilationUnit(), member);
        withoutSource.add(
            String.format(
                "%s.%s, line %d",
                owner.getSimpleName(),
                name,
                path.getCompilationUnit().getLineMap().getLineNumber(position)));
      }
    }

    private boolean isPublic(ModifiersTree modifiers) {
      return modifiers.getFlags().contains(Modifier.PUBLIC)
          || modifiers.getFlags().contains(Modifier.PROTECTED);
    }
  }
}
