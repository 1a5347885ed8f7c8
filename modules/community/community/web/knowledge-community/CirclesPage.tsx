import '../parts/community.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Circle, circleDescriptionLengthMax, circleNameLengthMax } from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'
import { communityPaths } from '../paths.ts'

/** All knowledge circles; with an id, one circle with its shared items (COMMUNITY-010). */
export default function CirclesPage() {
  const { id } = useParams()
  return id === undefined ? <AllCircles /> : <OneCircle key={id} id={id} />
}

function AllCircles() {
  const t = useText('community')
  const [search, setSearch] = useState('')
  const [creating, setCreating] = useState(false)
  const paging = usePaging()
  const { page, pageSize } = paging
  const circles = useQuery(q(community.circles, { query: { page, pageSize, ...(search !== '' && { search }) } }))
  const create = (
    <Button type="primary" onClick={() => setCreating(true)}>
      {t('circles.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('circles.title')} description={t('circles.description')} actions={create} />
      <div className="sy-toolbar" style={{ marginBottom: 16 }}>
        <SearchBox
          label={t('circles.search')}
          onSearch={(text) => {
            setSearch(text.trim())
            paging.change(1, pageSize)
          }}
        />
      </div>
      {circles.isError && <ErrorState error={circles.error} onRetry={() => void circles.refetch()} />}
      {circles.isPending && <LoadingState rows={5} />}
      {circles.data?.recordCount === 0 &&
        (search === '' ? (
          <EmptyState title={t('circles.none')} description={t('circles.noneHint')} />
        ) : (
          <EmptyState small title={t('circles.noMatch')} />
        ))}
      <ul className="sy-grid sy-gap-3 cm-accounts">
        {circles.data?.items.map((circle) => (
          <li key={circle.id}>
            <Link className="sy-box sy-row sy-gap-3 cm-account" to={communityPaths.circles(circle.id)}>
              <span className="cm-kind-icon" aria-hidden>
                <Icon name="community" size={26} />
              </span>
              <strong>
                {circle.name}
                <span>
                  {t('circles.members', { count: circle.memberCount })} ·{' '}
                  {t('circles.shares', { count: circle.shareCount })}
                </span>
              </strong>
              {circle.joined && <Tag>{t(circle.administrator ? 'circles.administrator' : 'circles.joined')}</Tag>}
            </Link>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={circles.data?.recordCount ?? 0} />
      {creating && <CreateModal onClose={() => setCreating(false)} />}
    </>
  )
}

function CreateModal({ onClose }: { onClose: () => void }) {
  const t = useText('community')
  const navigate = useNavigate()
  return (
    <FormModal<{ name: string; desc?: string }, { id: string }>
      title={t('circles.create')}
      okText={t('circles.createButton')}
      onSubmit={async ({ name, desc = '' }) => {
        const created = await call(community.createCircle, { body: { name: name.trim(), desc } })
        void navigate(communityPaths.circles(created.id))
        return created
      }}
      done={t('circles.created')}
      onClose={onClose}
    >
      <NameField label={t('circles.name')} needed={t('form.nameNeeded')} maxLength={circleNameLengthMax} />
      <Form.Item name="desc" label={t('circles.desc')}>
        <Input.TextArea maxLength={circleDescriptionLengthMax} showCount rows={3} />
      </Form.Item>
    </FormModal>
  )
}

function OneCircle({ id }: { id: string }) {
  const t = useText('community')
  const paging = usePaging()
  const { page, pageSize } = paging
  const circle = useQuery(q(community.circle, { params: { id } }))
  const shares = useQuery(q(community.circleShares, { params: { id }, query: { page, pageSize } }))
  usePageTitle(circle.data?.name)
  if (circle.isError) return <ErrorState error={circle.error} onRetry={() => void circle.refetch()} />
  if (!circle.data) return <LoadingState rows={6} />
  return (
    <>
      <PageHeader
        title={circle.data.name}
        description={circle.data.desc}
        back={<Link to={communityPaths.circles()}>{t('circles.title')}</Link>}
        actions={<Membership circle={circle.data} />}
      />
      <p className="sy-faint">
        {t('circles.members', { count: circle.data.memberCount })} ·{' '}
        {t('circles.shares', { count: circle.data.shareCount })}
      </p>
      <div className="sy-section-head">
        <h2>{t('circles.sharedTitle')}</h2>
      </div>
      {shares.isError && <ErrorState small error={shares.error} onRetry={() => void shares.refetch()} />}
      {shares.isPending && <LoadingState rows={4} />}
      {shares.data?.items.length === 0 && (
        <EmptyState small title={t('circles.noShares')} description={t('circles.noSharesHint')} />
      )}
      <ul className="sy-grid sy-gap-3 cm-accounts">
        {shares.data?.items.map((item) => (
          <li key={item.relationId}>
            <Link className="sy-box sy-row sy-gap-3 cm-account" to={item.link}>
              {item.picture !== '' && <img src={pictureUrl(item.picture)} alt="" width={72} height={41} />}
              <strong>
                {item.name}
                <span>
                  {item.kind} · {t('circles.by', { name: item.sharedBy.fullName })}{' '}
                  <DateText value={item.createTime} style="day" />
                </span>
              </strong>
            </Link>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={shares.data?.recordCount ?? 0} />
    </>
  )
}

function Membership({ circle }: { circle: Circle }) {
  const t = useText('community')
  const join = async () => {
    await call(community.joinCircle, { body: { circleId: circle.id } })
    notify('success', t('circles.joinDone'))
  }
  const leave = async () => {
    await call(community.leaveCircle, { params: { id: circle.id } })
    notify('success', t('circles.left', { name: circle.name }))
  }
  if (!circle.joined) {
    return (
      <Button type="primary" onClick={() => void join().catch(() => undefined)}>
        {t('circles.join')}
      </Button>
    )
  }
  if (circle.administrator) return <Tag>{t('circles.administrator')}</Tag>
  return (
    <ConfirmButton question={t('circles.leaveQuestion', { name: circle.name })} onConfirm={leave}>
      {t('circles.leave')}
    </ConfirmButton>
  )
}
