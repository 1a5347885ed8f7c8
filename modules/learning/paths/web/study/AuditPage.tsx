import '../paths.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Proof, SectionAudit } from '../../contract/learning.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'

const FILES_MAX = 10

/** The audit of one progress of a learning path: the member hands in, who may decides (COURSE-003). */
export default function AuditPage() {
  const t = useText('paths')
  const language = useLanguage()
  const { pageId = '', progressId = '' } = useParams()
  const found = useQuery(q(paths.sectionAudit, { params: { id: progressId } }, { cache: 0 }))
  if (found.isPending) return <LoadingState rows={8} />
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const audit = found.data
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
      {audit.canHandIn && <HandIn audit={audit} />}
      {audit.canDecide && <Decide audit={audit} />}
      <h2 className="lp-proofs-title">{t('proof.history')}</h2>
      {audit.proofs.length === 0 ? (
        <EmptyState small title={t(audit.isOwn ? 'proof.noneOwn' : 'proof.none')} />
      ) : (
        <ol className="lp-proofs">
          {audit.proofs.map((proof) => (
            <ProofItem key={proof.id} proof={proof} />
          ))}
        </ol>
      )}
    </>
  )
}

function Facts({ audit }: { audit: SectionAudit }) {
  const t = useText('paths')
  const { member, isContentFinished, isFinished, proofs } = audit
  return (
    <ul className="lp-facts">
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
  const id = useId()
  const [content, setContent] = useState('')
  const [fileIds, setFileIds] = useState<readonly string[]>([])
  const [uploading, setUploading] = useState(false)
  const { busy, run } = useAction()
  const isEmpty = content.trim() === '' && fileIds.length === 0
  const handIn = () =>
    run(
      async () => {
        const body = { content: content.trim(), fileIds: [...fileIds] }
        await call(paths.learnAudit, { params: { id: audit.progressId }, body })
      },
      { done: t('proof.handedIn') },
    )
  return (
    <section className="lp-box" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(audit.proofs.length === 0 ? 'proof.handIn' : 'proof.handInAgain')}</h2>
      <label htmlFor={`${id}-content`}>{t('proof.content')}</label>
      <Input.TextArea
        id={`${id}-content`}
        rows={5}
        maxLength={3000}
        showCount
        value={content}
        placeholder={t('proof.contentHint')}
        onChange={(event) => setContent(event.target.value)}
      />
      <FileUpload
        kind="attachment"
        countMax={FILES_MAX}
        label={t('proof.files')}
        onBusy={setUploading}
        onUploaded={(file) => setFileIds((before) => [...before, file.id])}
        onRemoved={(file) => setFileIds((before) => before.filter((known) => known !== file.id))}
      />
      <div className="lp-box-actions">
        <Button
          type="primary"
          size="large"
          loading={busy}
          disabled={isEmpty || uploading}
          onClick={() => void handIn()}
        >
          {t('proof.send')}
        </Button>
        <span className="sy-faint">{t('proof.sendHint')}</span>
      </div>
    </section>
  )
}

function Decide({ audit }: { audit: SectionAudit }) {
  const t = useText('paths')
  const id = useId()
  const [opinion, setOpinion] = useState('')
  const { busyWith, run } = useAction()
  const [asked, setAsked] = useState(false)
  const problem = asked && opinion.trim() === '' ? t('proof.opinionNeeded') : undefined
  const decide = (result: 'agree' | 'reject') => {
    setAsked(result === 'reject')
    if (result === 'reject' && opinion.trim() === '') return
    const body = { result, opinion: opinion.trim() }
    return run(() => call(paths.learnAudit, { params: { id: audit.progressId }, body }), {
      name: result,
      done: t(result === 'agree' ? 'proof.agreed' : 'proof.rejected'),
    })
  }
  return (
    <section className="lp-box" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('proof.decide')}</h2>
      <label htmlFor={`${id}-opinion`}>{t('proof.opinion')}</label>
      <Input.TextArea
        id={`${id}-opinion`}
        rows={3}
        maxLength={100}
        showCount
        value={opinion}
        status={problem && 'error'}
        aria-describedby={problem && `${id}-problem`}
        onChange={(event) => setOpinion(event.target.value)}
      />
      {problem && (
        <p id={`${id}-problem`} className="lp-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="lp-box-actions">
        <Button type="primary" size="large" loading={busyWith === 'agree'} onClick={() => void decide('agree')}>
          {t('proof.agree')}
        </Button>
        <Button danger size="large" loading={busyWith === 'reject'} onClick={() => void decide('reject')}>
          {t('proof.reject')}
        </Button>
      </div>
    </section>
  )
}

function ProofItem({ proof }: { proof: Proof }) {
  const t = useText('paths')
  return (
    <li className="lp-proof-item" data-state={proof.state}>
      <p className="lp-proof-head">
        <strong>{t(`proof.state.${proof.state}`)}</strong>
        <DateText value={proof.handedInAt} />
      </p>
      {proof.content !== '' && <p className="lp-proof-content">{proof.content}</p>}
      {proof.files.length > 0 && (
        <ul className="lp-proof-files">
          {proof.files.map((file) => (
            <li key={file.id}>
              {file.url === null ? (
                file.name
              ) : (
                <a href={file.url} target="_blank" rel="noreferrer">
                  <Icon name="file" size={16} /> {file.name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {proof.decidedAt !== null && (
        <p className="lp-proof-decision">
          {proof.decidedBy?.fullName} <DateText value={proof.decidedAt} />
          {proof.opinion !== '' && <q>{proof.opinion}</q>}
        </p>
      )}
    </li>
  )
}
