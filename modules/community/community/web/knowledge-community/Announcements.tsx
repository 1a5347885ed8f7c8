/** The announcements of a circle, and for its administrators who has read them. */
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabView } from '#web/ui/TabView.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  announcementLengthMax,
  announcementTitleLengthMax,
  type Circle,
  type CircleAnnouncement,
} from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'

export function Announcements({ circle }: { circle: Circle }) {
  const t = useText('community')
  const paging = usePaging()
  const { page, pageSize } = paging
  const params = { id: circle.id }
  const list = useQuery(q(community.circleAnnouncements, { params, query: { page, pageSize } }))
  const [edited, setEdited] = useState<CircleAnnouncement | 'new'>()
  if (list.isError) return <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={4} />
  return (
    <>
      {circle.administrator && (
        <div className="sy-toolbar cm-circle-tools">
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('circles.announce')}
          </Button>
        </div>
      )}
      {list.data.items.length === 0 && <EmptyState small title={t('circles.noAnnouncements')} />}
      <ul className="sy-column sy-gap-3 cm-announcements">
        {list.data.items.map((announcement) => (
          <li key={announcement.id} className="sy-box">
            <Announcement circle={circle} announcement={announcement} onEdit={() => setEdited(announcement)} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data.recordCount} />
      {edited && <WriteModal circleId={circle.id} announcement={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface AnnouncementProps {
  readonly circle: Circle
  readonly announcement: CircleAnnouncement
  readonly onEdit: () => void
}

function Announcement({ circle, announcement, onEdit }: AnnouncementProps) {
  const t = useText('community')
  const { busy, run } = useAction()
  const read = () =>
    run(async () => void (await call(community.readCircleAnnouncement, { params: { id: announcement.id } })))
  return (
    <article>
      <h2 className="cm-announcement-title">
        {announcement.title} {announcement.pinned && <Tag>{t('circles.pinned')}</Tag>}
        {circle.attention && !announcement.read && <Tag color="red">{t('circles.unread')}</Tag>}
      </h2>
      <p className="sy-faint">
        {announcement.publishedBy.fullName} · <DateText value={announcement.createTime} />
      </p>
      <p className="cm-announcement-text">{announcement.content}</p>
      {circle.attention && !announcement.read && (
        <Button size="small" loading={busy} onClick={() => void read()}>
          {t('circles.markRead')}
        </Button>
      )}
      {circle.administrator && <AnnouncementActions announcement={announcement} onEdit={onEdit} />}
    </article>
  )
}

function AnnouncementActions({ announcement, onEdit }: Omit<AnnouncementProps, 'circle'>) {
  const t = useText('community')
  const [reading, setReading] = useState(false)
  const { busy, run } = useAction()
  const params = { id: announcement.id }
  const pin = () =>
    run(
      async () =>
        void (await call(community.pinCircleAnnouncement, { params, body: { pinned: !announcement.pinned } })),
      { done: t('circles.done') },
    )
  const remove = async () => {
    await call(community.removeCircleAnnouncement, { params })
    notify('success', t('circles.removedAnnouncement'))
  }
  return (
    <div className="sy-actions">
      <Button size="small" onClick={() => setReading(true)}>
        {t('circles.readBy', { count: announcement.readNum ?? 0 })}
      </Button>
      <Button size="small" disabled={busy} onClick={() => void pin()}>
        {t(announcement.pinned ? 'circles.unpin' : 'circles.pin')}
      </Button>
      <Button size="small" onClick={onEdit}>
        {t('circles.editAnnouncement')}
      </Button>
      <ConfirmButton
        size="small"
        danger
        question={t('circles.removeAnnouncementQuestion', { name: announcement.title })}
        consequence={t('circles.removeAnnouncementConsequence')}
        onConfirm={remove}
      >
        {t('circles.removeAnnouncement')}
      </ConfirmButton>
      {reading && <ReadersModal id={announcement.id} onClose={() => setReading(false)} />}
    </div>
  )
}

interface Texts {
  readonly title: string
  readonly content: string
}

function WriteModal(props: { circleId: string; announcement: CircleAnnouncement | 'new'; onClose: () => void }) {
  const t = useText('community')
  const { circleId, announcement, onClose } = props
  const isNew = announcement === 'new'
  return (
    <FormModal<Texts, unknown>
      width={640}
      title={t(isNew ? 'circles.announce' : 'circles.editAnnouncement')}
      okText={t(isNew ? 'circles.announce' : 'circles.save')}
      done={t(isNew ? 'circles.announced' : 'circles.changed')}
      initialValues={isNew ? {} : { title: announcement.title, content: announcement.content }}
      onSubmit={(body) =>
        isNew
          ? call(community.announceInCircle, { params: { id: circleId }, body })
          : call(community.changeCircleAnnouncement, { params: { id: announcement.id }, body })
      }
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label={t('circles.announceTitle')}
        rules={[{ required: true, whitespace: true, message: t('circles.titleNeeded') }]}
      >
        <Input maxLength={announcementTitleLengthMax} showCount />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('circles.announceContent')}
        rules={[{ required: true, whitespace: true, message: t('circles.contentNeeded') }]}
      >
        <Input.TextArea maxLength={announcementLengthMax} showCount rows={10} />
      </Form.Item>
    </FormModal>
  )
}

function ReadersModal({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('community')
  const { busy, run } = useAction()
  const remind = () =>
    run(async () => void (await call(community.remindOfAnnouncement, { params: { id } })), {
      done: t('circles.reminded'),
    })
  return (
    <Modal
      open
      title={t('circles.readers')}
      okText={t('circles.remind')}
      okButtonProps={{ loading: busy }}
      cancelText={t('form.cancel')}
      onOk={() => void remind()}
      onCancel={onClose}
    >
      <TabView
        label={t('circles.readers')}
        tabs={[
          { key: 'unread', title: t('circles.unreadTab'), children: <Readers id={id} state="unread" /> },
          { key: 'read', title: t('circles.readTab'), children: <Readers id={id} state="read" /> },
        ]}
      />
    </Modal>
  )
}

function Readers({ id, state }: { id: string; state: 'read' | 'unread' }) {
  const t = useText('community')
  const paging = usePaging()
  const { page, pageSize } = paging
  const readers = useQuery(q(community.announcementReaders, { params: { id }, query: { state, page, pageSize } }))
  if (readers.isError) return <ErrorState small error={readers.error} onRetry={() => void readers.refetch()} />
  if (!readers.data) return <LoadingState rows={3} />
  if (readers.data.items.length === 0) return <EmptyState small title={t('circles.nobody')} />
  return (
    <>
      <ul className="sy-column sy-gap-2 sy-plain-list">
        {readers.data.items.map(({ memberId, memberName, headPortrait, organizationName, readTime }) => (
          <li key={memberId}>
            <Person
              memberId={memberId}
              name={memberName}
              path={headPortrait}
              note={readTime === null ? organizationName : <DateText value={readTime} />}
            />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={readers.data.recordCount} />
    </>
  )
}
