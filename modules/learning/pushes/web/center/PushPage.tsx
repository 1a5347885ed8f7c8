import '../parts/pushes.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { PushDetail } from '../../contract/managing.ts'
import { pushes } from '../../contract.ts'
import { DraftEditor } from '../parts/DraftEditor.tsx'
import { MembersTable } from '../parts/MembersTable.tsx'
import { ExtendDialog, RevokeDialog } from '../parts/PushDialogs.tsx'
import { RequiredTag, StateTag } from '../parts/Tags.tsx'
import { pushPaths } from '../paths.ts'

const REFRESH_MS = 1500

/** `#/center/director/study/push/{id}`: a push as those who manage it see it (COURSE-005); a draft is edited here. */
export default function PushPage() {
  const { id = '' } = useParams()
  return id === 'new' ? <NewPush /> : <StoredPush key={id} id={id} />
}

/** A draft that is not stored before it is saved: who only looks leaves nothing behind. */
function NewPush() {
  const t = useText('pushes')
  return (
    <>
      <PageHeader title={t('draft.new')} back={<Link to={pushPaths.director}>{t('director.title')}</Link>} />
      <DraftEditor />
    </>
  )
}

function StoredPush({ id }: { id: string }) {
  const t = useText('pushes')
  const push = useQuery({
    ...q(pushes.pushDetail, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? REFRESH_MS : false),
  })
  const [loaded, setLoaded] = useState(0)
  const reload = async () => {
    await push.refetch()
    setLoaded((count) => count + 1)
  }
  if (push.isError && !push.data) return <ErrorState page error={push.error} onRetry={() => void push.refetch()} />
  if (!push.data) return <LoadingState rows={8} />
  const isDraft = push.data.state === 'draft'
  return (
    <>
      <PageHeader
        title={push.data.name}
        description={<StateTag state={push.data.state} />}
        back={<Link to={pushPaths.director}>{t('director.title')}</Link>}
        actions={isDraft ? undefined : <Actions push={push.data} />}
      />
      {isDraft ? (
        <DraftEditor key={`${push.data.id} ${loaded}`} push={push.data} onReload={() => void reload()} />
      ) : (
        <Published push={push.data} />
      )}
    </>
  )
}

function Actions({ push }: { push: PushDetail }) {
  const t = useText('pushes')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'extend' | 'revoke'>()
  const params = { id: push.id }
  const may = (action: PushDetail['actions'][number]) => push.actions.includes(action)
  const { run } = useAction()
  const copy = () =>
    run(async () => {
      const { id } = await call(pushes.copyPush, { params })
      await navigate(pushPaths.push(id))
    })
  const retry = () => run(() => call(pushes.retryPush, { params }), { done: t('push.retried') })
  return (
    <>
      {may('retry') && (
        <Button icon={<Icon name="refresh" size={16} />} onClick={() => void retry()}>
          {t('push.retry')}
        </Button>
      )}
      {may('extend') && (
        <Button icon={<Icon name="clock" size={16} />} onClick={() => setDialog('extend')}>
          {t('extend.title')}
        </Button>
      )}
      {may('copy') && (
        <Button icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
          {t('push.copy')}
        </Button>
      )}
      {may('revoke') && (
        <Button danger onClick={() => setDialog('revoke')}>
          {t('revoke.do')}
        </Button>
      )}
      {dialog === 'extend' && <ExtendDialog push={push} onClose={() => setDialog(undefined)} />}
      {dialog === 'revoke' && <RevokeDialog push={push} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function Published({ push }: { push: PushDetail }) {
  const t = useText('pushes')
  return (
    <>
      <section className="sy-grid sy-gap-4 sy-card pu-head" aria-label={t('push.figures')}>
        <Figures push={push} />
        <p className="sy-flow pu-facts">
          <span>
            <Icon name="user" size={16} /> {push.author.fullName}
          </span>
          <span>
            <Icon name="send" size={16} /> {t('list.start')} <DateText value={push.startTime} />
          </span>
          <span>
            <Icon name="clock" size={16} /> {t('list.finish')}{' '}
            {push.finishTime === null ? t('due.none') : <DateText value={push.finishTime} />}
          </span>
        </p>
        {push.state === 'revoked' && <p className="pu-note">{t('push.revoked', { reason: push.revokeReason })}</p>}
        {push.description !== '' && <p className="pu-note">{push.description}</p>}
      </section>
      <Contents push={push} />
      <MembersTable push={push} />
    </>
  )
}

/** How many have it, and how far they are: numbers, and a bar that says the same. */
function Figures({ push }: { push: PushDetail }) {
  const t = useText('pushes')
  const { memberCount, finishPushCount, failedCount, doneCount, learningCount, notStartedCount } = push
  const share = finishPushCount === 0 ? 0 : Math.floor((doneCount * 100) / finishPushCount)
  const width = (count: number) => `${memberCount === 0 ? 0 : (count * 100) / memberCount}%`
  const figures = [
    [t('list.delivered'), `${finishPushCount} / ${memberCount}`],
    [t('members.done'), `${share}%`],
    [t('members.learning'), String(learningCount)],
    [t('members.not-started'), String(notStartedCount)],
    [t('members.failed'), String(failedCount)],
  ] as const
  const legend = [
    ['success', t('members.done'), doneCount],
    ['accent', t('members.learning'), learningCount],
    ['faint', t('members.not-started'), memberCount - doneCount - learningCount - failedCount],
    ['danger', t('members.failed'), failedCount],
  ] as const
  return (
    <>
      <Facts shape="figures" items={figures} />
      <span className="pu-bar" aria-hidden="true">
        <i data-tone="success" style={{ width: width(doneCount) }} />
        <i style={{ width: width(learningCount) }} />
        <i data-tone="danger" style={{ width: width(failedCount), float: 'right' }} />
      </span>
      <p className="sy-flow pu-legend" aria-live="polite">
        {push.state === 'sending'
          ? t('push.sending', { done: finishPushCount, all: memberCount })
          : legend.map(([tone, label, count]) => (
              <span key={tone} className={`pu-tone-${tone}`}>
                {label} {count}
              </span>
            ))}
      </p>
    </>
  )
}

function Contents({ push }: { push: PushDetail }) {
  const t = useText('pushes')
  const language = useLanguage()
  return (
    <section className="pu-section" aria-labelledby="push-contents">
      <h2 id="push-contents">{t('draft.contents')}</h2>
      <ol className="sy-plain-list pu-picked">
        {push.contents.map((content) => (
          <li key={`${content.businessType} ${content.businessId}`}>
            <span>
              <small>{content.kindLabel[language]}</small>
              {content.link === null ? content.businessName : <Link to={content.link}>{content.businessName}</Link>}
            </span>
            <RequiredTag isRequired={content.isRequired} />
            <small>{content.isAvailable ? '' : t('content.gone')}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
