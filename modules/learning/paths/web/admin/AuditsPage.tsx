import { useSearchParams } from 'react-router'
import { ReviewList } from '#modules/content/submissions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { paths } from '../../contract.ts'

const decided = [paths.sectionAudit]

/** The proofs that the member may decide about, those that wait longest first. */
export default function AuditsPage() {
  const t = useText('paths')
  const [place] = useSearchParams()
  return (
    <ReviewList
      kind="path"
      title={t('audits.title')}
      hint={t('audits.hint')}
      labels={{ subject: t('audits.path'), part: t('audits.section') }}
      subjectId={place.get('path') ?? undefined}
      outdates={decided}
    />
  )
}
