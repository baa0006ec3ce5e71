package org.ob1j.btl.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlUnavailableException;

/** The transport named {@code fault}: another one, with faults injected. */
public final class FaultInjectingComponent implements BtlComponent {
  private final Supplier<BtlComponent> given;

  /** Wraps the component that {@code btl_fault_wraps} names. */
  public FaultInjectingComponent() {
    this(() -> null);
  }

  /** Wraps a component, whatever {@code btl_fault_wraps} says. */
  public FaultInjectingComponent(Supplier<BtlComponent> component) {
    given = component;
  }

  @Override
  public String name() {
    return "fault";
  }

  @Override
  public List<BtlModule> initialise(BtlContext context) {
    FaultSettings settings = FaultSettings.read(context.parameters());
    BtlComponent component = given.get();
    if (component == null) {
      component = find(context.parameters().get(FaultParameters.WRAPS));
    }
    FaultInjectingReceiver receiver = new FaultInjectingReceiver(context.receiver());
    BtlContext inner =
        new BtlContext(
            context.identity(), context.modex(), context.secret(), context.parameters(), receiver);
    List<BtlModule> modules = new ArrayList<>();
    for (BtlModule module : component.initialise(inner)) {
      FaultInjectingModule wrapper =
          new FaultInjectingModule(module, settings, context.identity().rank());
      receiver.add(module, wrapper);
      modules.add(wrapper);
    }
    return modules;
  }

  private BtlComponent find(String name) {
    List<String> names = new ArrayList<>();
    for (BtlComponent component : ServiceLoader.load(BtlComponent.class)) {
      if (component.name().equals(name) && !name.equals(name())) {
        return component;
      }
      names.add(component.name());
    }
    throw new BtlUnavailableException(
        FaultParameters.WRAPS.name() + " is '" + name + "'; the transports here are " + names);
  }
}
