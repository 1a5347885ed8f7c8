import '../paths.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Submission } from '#kit/submissions.ts'
import { SubmissionForm, SubmissionHistory, SubmissionReview } from '#modules/content/submissions/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { type Proof, proofLengthMax, type SectionAudit } from '../../contract/learning.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'

const decided = [paths.sectionAudit]
/** The page itself shows the path and the section. */
const noLabels = { subject: '', part: '' }
const states = { 5: 'waiting', 2: 'accepted', 6: 'returned' } as const

/** A proof of this module's call as the shared history shows it. */
function submissionOf(
  { content, handedInAt, state, ...proof }: Proof,
  index: number,
  all: readonly Proof[],
): Submission {
  return { ...proof, round: all.length - index, text: content, submittedAt: handedInAt, state: states[state] }
}

/** The audit of one progress of a learning path: the member hands in, who may decides (COURSE-003). */
export default function AuditPage() {
  const t = useText('paths')
  const language = useLanguage()
  const { pageId = '', progressId = '' } = useParams()
  const found = useQuery(q(paths.sectionAudit, { params: { id: progressId } }, { cache: 0 }))
  if (found.isPending) return <LoadingState rows={8} />
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const audit = found.data
  const [newest] = audit.proofs
  const back = audit.isOwn ? pathAddresses.path(pageId) : pathAddresses.audits
  return (
    <>
      <PageHeader
        title={audit.sectionName}
        description={t('proof.of', { path: audit.pathName, kind: audit.kind[language] })}
        back={<Link to={back}>{audit.isOwn ? audit.pathName : t('audits.title')}</Link>}
        actions={
          audit.link !== null && (
            <Link className="sy-button sy-button-plain" to={audit.link}>
              {t('proof.toContent')}
            </Link>
          )
        }
      />
      <Facts audit={audit} />
      {audit.canHandIn && (
        <div className="lp-hand-in">
          <HandIn audit={audit} />
        </div>
      )}
      {audit.canDecide && newest && (
        <section className="sy-card sy-column sy-gap-3 lp-box" aria-label={t('proof.decide')}>
          <SubmissionReview isBrief id={newest.id} labels={noLabels} outdates={decided} />
        </section>
      )}
      <h2 className="lp-proofs-title">{t('proof.history')}</h2>
      {audit.proofs.length === 0 ? (
        <EmptyState small title={t(audit.isOwn ? 'proof.noneOwn' : 'proof.none')} />
      ) : (
        <SubmissionHistory items={audit.proofs.map(submissionOf)} label={t('proof.history')} />
      )}
    </>
  )
}

function Facts({ audit }: { audit: SectionAudit }) {
  const t = useText('paths')
  const { member, isContentFinished, isFinished, proofs } = audit
  return (
    <ul className="sy-flow lp-facts">
      <li>
        <Avatar name={member.fullName} path={member.avatarPath} size={28} />
        {member.fullName}
      </li>
      <li data-done={isContentFinished || undefined}>
        <Icon name={isContentFinished ? 'check' : 'clock'} size={16} />
        {t(isContentFinished ? 'proof.contentDone' : 'proof.contentOpen')}
      </li>
      <li data-done={isFinished || undefined}>
        <Icon name={isFinished ? 'check' : 'clock'} size={16} />
        {t(isFinished ? 'proof.sectionDone' : `proof.state.${proofs[0]?.state ?? 0}`)}
      </li>
    </ul>
  )
}

function HandIn({ audit }: { audit: SectionAudit }) {
  const t = useText('paths')
  const { proofs, progressId: id, isFinished } = audit
  return (
    <SubmissionForm
      title={t('proof.handIn')}
      guide={t('proof.contentHint')}
      isWaiting={false}
      isDone={isFinished}
      canSubmit
      isAgain={proofs.length > 0}
      textLengthMax={proofLengthMax}
      textField="content"
      submit={({ text: content, fileIds }, options) =>
        call(paths.learnAudit, { params: { id }, body: { content, fileIds } }, options)
      }
    />
  )
}
