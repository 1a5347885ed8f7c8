import '../pages.css'
import { type CSSProperties, memo } from 'react'
import { columnCounts } from '../../contract/document.ts'
import type { ShownModule, ShownPage, ShownSection, ShownTheme } from '../../contract/shown.ts'
import { ModuleView } from './ModuleView.tsx'

/** The colours of both looks; which of them count says pages.css, by the look of the screen. */
function themeStyle({ light, dark }: ShownTheme): CSSProperties | undefined {
  if (!light || !dark) return undefined
  const named = Object.entries({ light, dark }).flatMap(([look, colors]) => [
    [`--pg-${look}`, colors.primary],
    [`--pg-on-${look}`, colors.onPrimary],
    [`--pg-accent-${look}`, colors.accent],
  ])
  return Object.fromEntries(named) as CSSProperties
}

interface Props {
  readonly page: ShownPage
  /** In the editor: which module is worked on. */
  readonly onChoose?: (moduleId: string) => void
}

/** A page of the portal: its sections, each with one to three columns that stand below each other on a phone. */
export function PageView({ page }: Props) {
  const style = themeStyle(page.theme)
  return (
    <div className="pg-page" data-themed={style !== undefined || undefined} style={style}>
      {page.sections.map((section) => (
        <SectionView key={section.id} section={section} pageId={page.id} />
      ))}
    </div>
  )
}

const SectionView = memo(function SectionView({ section, pageId }: { section: ShownSection; pageId: string }) {
  const columns = Array.from({ length: columnCounts[section.columns] }, (_, at) =>
    section.modules.filter(({ column }) => column === at),
  )
  return (
    <div className="pg-section" data-columns={section.columns}>
      {columns.map((modules, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
        <div key={at} className="pg-column">
          {modules.map((module: ShownModule) => (
            <ModuleView key={module.id} module={module} pageId={pageId} />
          ))}
        </div>
      ))}
    </div>
  )
})
