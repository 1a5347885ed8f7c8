import { type ReactNode, Suspense, useMemo } from 'react'
import { mayOpen } from './access.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { Widget, WidgetSlots } from './module.ts'
import { useModules } from './modules-context.ts'
import { useSession } from './session.ts'
import { lazyWidget } from './widgets.ts'

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
