import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { mayOpen } from './access.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ensureMessages } from './i18n/texts.ts'
import type { ScreenAccess, Widget, WidgetSlots } from './module.ts'
import { useModules } from './modules-context.ts'
import { useSession } from './session.ts'

interface Props<Name extends keyof WidgetSlots> {
  readonly name: Name
  readonly values: WidgetSlots[Name]
  /** While the widgets are on their way, where no module has any, and in place of one that fails. */
  readonly fallback?: ReactNode
}

/** What the modules show in a place, in their order. */
export function Slot<Name extends keyof WidgetSlots>({ name, values, fallback = null }: Props<Name>) {
  const modules = useModules()
  const session = useSession()
  const parts = useMemo(
    () =>
      modules
        .flatMap((module) => {
          const widgets = (module.widgets?.[name] ?? []) as readonly Widget<Name>[]
          return widgets.map((widget) => ({ widget, module: module.name }))
        })
        .filter(({ widget }) => mayOpen(widget.access, session))
        .sort((a, b) => a.widget.order - b.widget.order)
        .map(({ widget, module }) => lazyWidget(widget, module)),
    [modules, name, session],
  )
  if (parts.length === 0) return fallback
  return parts.map((Part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the modules and their order are the same as long as the page lives.
    <ErrorBoundary key={at} fallback={fallback}>
      <Suspense fallback={fallback}>
        <Part {...values} />
      </Suspense>
    </ErrorBoundary>
  ))
}

const made = new Map<unknown, ComponentType<never>>()

function lazyWidget<Name extends keyof WidgetSlots>(widget: Widget<Name>, module: string) {
  const before = made.get(widget)
  if (before) return before as ComponentType<WidgetSlots[Name]>
  const part = lazy(async () => {
    const [screen] = await Promise.all([widget.screen(), ensureMessages([module])])
    return screen
  })
  made.set(widget, part as unknown as ComponentType<never>)
  return part as unknown as ComponentType<WidgetSlots[Name]>
}

/** How many modules have something for a place that this session may see. */
export function useSlotCount(name: keyof WidgetSlots): number {
  const session = useSession()
  return useModules()
    .flatMap((module) => (module.widgets?.[name] ?? []).map(({ access }: { access?: ScreenAccess }) => access))
    .filter((access) => mayOpen(access, session)).length
}
