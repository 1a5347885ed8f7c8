/** Brings the widgets of a place: each with the texts of its module. */
import { type ComponentType, lazy } from 'react'
import { ensureMessages } from './i18n/texts.ts'
import type { WebModule, Widget, WidgetSlots } from './module.ts'

type AnyWidget = Widget<keyof WidgetSlots>
type Shown<Slot extends keyof WidgetSlots> = ComponentType<WidgetSlots[Slot]>

const loaded = new Map<unknown, unknown>()
const made = new Map<unknown, unknown>()

async function load(widget: AnyWidget, module: string): Promise<{ default: Shown<keyof WidgetSlots> }> {
  const [screen] = await Promise.all([widget.screen(), ensureMessages([module])])
  loaded.set(widget, screen.default)
  return screen as { default: Shown<keyof WidgetSlots> }
}

/** All widgets of a place. One that can't be had is left to the place, which shows its fallback and asks again. */
export async function loadWidgets(modules: readonly WebModule[], slot: keyof WidgetSlots): Promise<void> {
  await Promise.allSettled(
    modules.flatMap((module) =>
      ((module.widgets?.[slot] ?? []) as readonly AnyWidget[]).map((widget) => load(widget, module.name)),
    ),
  )
}

/** The widget's component: itself where it has been loaded, else one that waits for it. */
export function lazyWidget<Slot extends keyof WidgetSlots>(widget: Widget<Slot>, module: string): Shown<Slot> {
  // One that was made stays: another component in its place would start from nothing.
  const known = made.get(widget) ?? loaded.get(widget)
  if (known) return known as Shown<Slot>
  const part = lazy(() => load(widget as AnyWidget, module))
  made.set(widget, part)
  return part as unknown as Shown<Slot>
}
