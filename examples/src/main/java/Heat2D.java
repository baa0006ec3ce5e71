import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * How heat spreads in a plate: a grid that the ranks share out, each a block of it.
 *
 * <pre>mpirun -n 4 java -cp examples.jar Heat2D --output heat.png</pre>
 *
 * <p>In each step, every point takes the mean of its four neighbours. At a block's edge such a
 * neighbour belongs to another rank. So around its block a rank keeps a border of one point, the
 * halo, and before each step it gets the halo from the ranks beside it and sends them its own edge:
 *
 * <pre>
 *       rank 0           |         rank 1
 *   . . . . . . . h      |      h . . . . . . .         . a point of the rank's own
 *   . . . . . . e h &lt;----|----- h e . . . . . .         e edge: what the neighbour needs
 *   . . . . . . e h -----|----&gt; h e . . . . . .         h halo: a copy of the neighbour's edge
 *   . . . . . . . h      |      h . . . . . . .
 * </pre>
 *
 * <p>{@link HeatBlock} is a rank's part of the plate, {@link HeatHalo} the exchange.
 *
 * <p>All receives and sends of a step are non-blocking: they are only begun, in any order, and
 * {@code waitAll} waits for them together. So nobody need think of who sends first. A rank at the
 * plate's rim has no neighbour there; a message to or from {@code PROC_NULL} is none, which saves
 * the special cases.
 *
 * <p>Each point is computed from the same four numbers in the same order, whichever rank does it,
 * so any number of ranks makes the same picture, to the byte. Every {@link #CHECK_STEPS} steps
 * {@code allReduce} gives all ranks the largest change anywhere, and all stop together when it is
 * small.
 */
public final class Heat2D {
  private static final String USAGE =
      "Usage: mpirun -n RANKS java Heat2D [--width W] [--height H] [--steps N] [--output FILE]\n"
          + "Computes how heat spreads in a plate of W x H points (240 x 160; at most 10000 x 10000),\n"
          + "for at most N steps (2000; at most 99999), and writes a picture of it to FILE\n"
          + "(heat.png).\n";

  private static final int MAX_SIDE = 10_000;
  private static final int CHECK_STEPS = 100;
  private static final double SMALL_CHANGE = 1e-6;
  private static final int BLOCK_TAG = 1;

  private final Comm world;
  private final int width;
  private final int height;
  private final HeatBlock block;

  private Heat2D(Comm world, int width, int height, HeatBlock block) {
    this.world = world;
    this.width = width;
    this.height = height;
    this.block = block;
  }

  public static void main(String[] arguments) throws MPIException {
    String[] words = MPI.Init(arguments);
    Comm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int ranks = world.getSize();
    int width = option(words, "--width", 240, MAX_SIDE);
    int height = option(words, "--height", 160, MAX_SIDE);
    int steps = option(words, "--steps", 2000, 99_999);
    boolean help = words.length > 0 && words[0].equals("--help");
    int columns = columns(ranks);
    if (help) {
      leave(rank, USAGE, 0);
    }
    if (Math.min(Math.min(width, height), steps) < 1 || !onlyOptions(words)) {
      leave(rank, "Heat2D: '" + String.join(" ", words) + "' cannot be used\n" + USAGE, 2);
    }
    if (width < columns || height < ranks / columns) {
      leave(
          rank,
          "Heat2D: a plate of "
              + width
              + " x "
              + height
              + " is too small for "
              + ranks
              + " ranks in "
              + columns
              + " columns\n",
          2);
    }

    Heat2D heat =
        new Heat2D(
            world, width, height, new HeatBlock(rank, columns, ranks / columns, width, height));
    int done = heat.compute(steps);
    double[] plate = heat.gather(ranks, columns);
    if (rank == 0) {
      try {
        write(plate, width, height, text(words, "--output", "heat.png"));
        System.out.println(width + " x " + height + " points, " + done + " steps");
      } catch (IOException e) {
        System.err.println("Heat2D: cannot write " + e);
        world.abort(1);
      }
    }
    MPI.Finalize();
  }

  /** Ends all ranks in order, as all come to the same decision. */
  private static void leave(int rank, String text, int exitCode) throws MPIException {
    if (rank == 0) {
      System.out.print(text);
    }
    MPI.Finalize();
    System.exit(exitCode);
  }

  /** Of the ways to put the ranks in columns and rows, the nearest to a square: the least halo. */
  static int columns(int ranks) {
    int columns = (int) Math.ceil(Math.sqrt(ranks));
    while (ranks % columns != 0) {
      columns++;
    }
    return columns;
  }

  /** Computes until little changes; returns after how many steps. */
  private int compute(int steps) throws MPIException {
    HeatHalo halo = new HeatHalo(world, block);
    double[] change = new double[1];
    for (int step = 1; step <= steps; step++) {
      halo.exchange();
      change[0] = Math.max(change[0], block.step());
      if (step % CHECK_STEPS == 0) {
        world.allReduce(change, 1, MPI.DOUBLE, MPI.MAX);
        if (change[0] < SMALL_CHANGE) {
          return step;
        }
        change[0] = 0;
      }
    }
    return steps;
  }

  /** The whole plate on rank 0, which knows by the sender's number where a block belongs. */
  private double[] gather(int ranks, int columns) throws MPIException {
    if (world.getRank() != 0) {
      double[] own = block.points();
      world.send(own, own.length, MPI.DOUBLE, 0, BLOCK_TAG);
      return own;
    }
    double[] plate = new double[width * height];
    block.copyInto(plate, block.points(), width);
    for (int rank = 1; rank < ranks; rank++) {
      HeatBlock other = new HeatBlock(rank, columns, ranks / columns, width, height);
      double[] points = new double[other.width * other.height];
      world.recv(points, points.length, MPI.DOUBLE, rank, BLOCK_TAG);
      other.copyInto(plate, points, width);
    }
    return plate;
  }

  /** Black is cold, then red, yellow, white. */
  static int colour(double temperature) {
    int red = (int) (255 * Math.min(1, 3 * temperature));
    int green = (int) (255 * Math.max(0, Math.min(1, 3 * temperature - 1)));
    int blue = (int) (255 * Math.max(0, Math.min(1, 3 * temperature - 2)));
    return red << 16 | green << 8 | blue;
  }

  private static void write(double[] plate, int width, int height, String file) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < plate.length; i++) {
      image.setRGB(i % width, i / width, colour(plate[i]));
    }
    try (OutputStream out = Files.newOutputStream(Path.of(file))) {
      ImageIO.write(image, "png", out);
    }
  }

  private static boolean onlyOptions(String... words) {
    for (int i = 0; i < words.length; i += 2) {
      if (!words[i].matches("--(width|height|steps|output)") || i + 1 == words.length) {
        return false;
      }
    }
    return true;
  }

  /** The number after an option; the default without the option, 0 if it cannot be used. */
  private static int option(String[] words, String name, int otherwise, int greatest) {
    String text = text(words, name, String.valueOf(otherwise));
    int number = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    return number <= greatest ? number : 0;
  }

  private static String text(String[] words, String name, String otherwise) {
    for (int i = 0; i + 1 < words.length; i += 2) {
      if (words[i].equals(name)) {
        return words[i + 1];
      }
    }
    return otherwise;
  }
}
