/** One circle: its cover, whether one belongs to it, and its tabs. */
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Circle, circleMessageLengthMax } from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'
import { communityPaths } from '../paths.ts'
import { Announcements } from './Announcements.tsx'
import { CircleModal } from './CircleModal.tsx'
import { Contents } from './Contents.tsx'
import { Figures } from './Figures.tsx'
import { Members } from './Members.tsx'

export function OneCircle({ id }: { id: string }) {
  const t = useText('community')
  const [query] = useSearchParams()
  const circle = useQuery(q(community.circle, { params: { id } }))
  usePageTitle(circle.data?.name)
  const isFresh = circle.data?.read === false
  useEffect(() => {
    if (isFresh) void call(community.seenCircle, { params: { id } }, { quiet: true }).catch(() => undefined)
  }, [id, isFresh])
  if (circle.isError) return <ErrorState error={circle.error} onRetry={() => void circle.refetch()} />
  if (!circle.data) return <LoadingState rows={6} />
  const { name, desc, coverPath, open, contentNum, attentionNum, popluarNum, waitingNum } = circle.data
  return (
    <>
      <div className="cm-circle-head">
        <div className="cm-circle-cover">
          <Cover name={name} url={coverPath === '' ? null : coverPath} />
        </div>
        <div>
          <PageHeader
            title={name}
            description={desc}
            back={<Link to={communityPaths.circles()}>{t('circles.title')}</Link>}
            actions={<Membership circle={circle.data} />}
          />
          <p className="sy-faint">
            {t('circles.members', { count: attentionNum })} ·{' '}
            {open && <>{t('circles.shares', { count: contentNum })} · </>}
            {t('circles.popular', { count: popluarNum })}
          </p>
        </div>
      </div>
      {open ? (
        <TabView
          label={name}
          initial={query.get('tab')}
          tabs={[
            { key: 'contents', title: t('circles.contents'), children: <Contents circle={circle.data} /> },
            {
              key: 'announcements',
              title: t('circles.announcements'),
              children: <Announcements circle={circle.data} />,
            },
            {
              key: 'members',
              title: t('circles.membersTab'),
              ...(waitingNum > 0 && { count: waitingNum }),
              children: <Members circle={circle.data} />,
            },
            ...(circle.data.administrator
              ? [{ key: 'figures', title: t('circles.figures'), children: <Figures circleId={id} /> }]
              : []),
          ]}
        />
      ) : (
        <EmptyState small title={t('circles.closed')} description={t('circles.closedHint')} />
      )}
    </>
  )
}

function Membership({ circle }: { circle: Circle }) {
  const t = useText('community')
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction()
  const join = (body: { leave?: boolean }, done: string) =>
    run(async () => void (await call(community.joinCircle, { body: { circleId: circle.id, ...body } })), { done })
  if (circle.administrator) return <Administration circle={circle} />
  if (circle.attention) {
    return (
      <ConfirmButton
        question={t('circles.leaveQuestion', { name: circle.name })}
        onConfirm={async () => {
          await call(community.joinCircle, { body: { circleId: circle.id, leave: true } })
          notify('success', t('circles.left', { name: circle.name }))
        }}
      >
        {t('circles.leave')}
      </ConfirmButton>
    )
  }
  if (circle.joinStatus === 2)
    return (
      <div className="sy-actions">
        <Tag>{t('circles.waits')}</Tag>
        <Button loading={busy} onClick={() => void join({ leave: true }, t('circles.withdrawn'))}>
          {t('circles.withdraw')}
        </Button>
      </div>
    )
  if (circle.joinMode === 2) return <Tag>{t('circles.addedOnly')}</Tag>
  if (circle.joinMode === 0)
    return (
      <Button type="primary" loading={busy} onClick={() => void join({}, t('circles.joinDone'))}>
        {t('circles.join')}
      </Button>
    )
  return (
    <>
      <Button type="primary" onClick={() => setAsking(true)}>
        {t('circles.ask')}
      </Button>
      {asking && (
        <FormModal<{ message?: string }, unknown>
          title={t('circles.ask')}
          okText={t('circles.ask')}
          done={t('circles.asked')}
          onSubmit={({ message = '' }) => call(community.joinCircle, { body: { circleId: circle.id, message } })}
          onClose={() => setAsking(false)}
        >
          <Form.Item name="message" label={t('circles.askMessage')}>
            <Input.TextArea maxLength={circleMessageLengthMax} showCount rows={3} />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}

function Administration({ circle }: { circle: Circle }) {
  const t = useText('community')
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const { id, name } = circle
  const params = { id }
  const leave = async () => {
    await call(community.leaveCircle, { params })
    notify('success', t('circles.left', { name }))
  }
  const dissolve = async () => {
    await call(community.dissolveCircle, { params })
    notify('success', t('circles.dissolved'))
    void navigate(communityPaths.circles())
  }
  return (
    <div className="sy-actions">
      <Tag>{t('circles.administrator')}</Tag>
      <Button onClick={() => setEditing(true)}>{t('circles.settings')}</Button>
      <ConfirmButton question={t('circles.leaveQuestion', { name })} onConfirm={leave}>
        {t('circles.leave')}
      </ConfirmButton>
      <ConfirmButton
        danger
        question={t('circles.dissolveQuestion', { name })}
        consequence={t('circles.dissolveConsequence')}
        onConfirm={dissolve}
      >
        {t('circles.dissolve')}
      </ConfirmButton>
      {editing && (
        <CircleModal
          title={t('circles.settings')}
          okText={t('circles.save')}
          done={t('circles.saved')}
          circle={circle}
          onSubmit={async (body) => void (await call(community.changeCircle, { params, body }))}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  )
}
