import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { SpecimenDetails } from '../../contract.ts'
import { specimenPaths } from '../paths.ts'

/** A specimen as learners see it, and approvers before them. */
export function SpecimenView({ specimen, actions }: { specimen: SpecimenDetails; actions?: ReactNode }) {
  const t = useText('specimens')
  return (
    <>
      <PageHeader
        back={<Link to={specimenPaths.all}>{t('list.title')}</Link>}
        title={specimen.name}
        description={specimen.summary}
        actions={actions}
      />
      <article className="sy-card" style={{ padding: 'var(--sy-space-5)', whiteSpace: 'pre-line' }}>
        {specimen.body}
      </article>
    </>
  )
}
