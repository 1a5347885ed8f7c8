import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { ClassDetails } from '../../contract.ts'
import { classPaths } from '../paths.ts'

/** A class as learners see it, and approvers before them. */
export function ClassView({ class, actions }: { class: ClassDetails; actions?: ReactNode }) {
  const t = useText('classes')
  return (
    <>
      <PageHeader
        back={<Link to={classPaths.all}>{t('list.title')}</Link>}
        title={class.name}
        description={class.summary}
        actions={actions}
      />
      <article className="sy-card" style={{ padding: 'var(--sy-space-5)', whiteSpace: 'pre-line' }}>
        {class.body}
      </article>
    </>
  )
}
