import '../live.css'
import { Modal } from 'antd'
import { useState } from 'react'
import { ManagementList } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { Live } from '../../contract/shapes.ts'
import { type LiveAction, type LiveStatus, liveStatus, type Supplier } from '../../contract/states.ts'
import { liveCalls } from '../calls.ts'
import { ApplyModal } from '../form/ApplyModal.tsx'
import { mapLabel, stateLabel } from '../parts/labels.ts'
import { ShareModal } from '../parts/ShareModal.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { ActionButtons } from './ActionButtons.tsx'

interface Props {
  readonly supplier: Supplier
  readonly approval: boolean
  readonly onClose: () => void
}

interface Opened {
  readonly action: Extract<LiveAction, 'view' | 'edit' | 'submit' | 'share'>
  readonly live: Live
}

const formModes = { view: 'view', edit: 'edit', submit: 'resubmit' } as const
const statuses = Object.values(liveStatus)
type Tab = 'all' | `${LiveStatus}`

/** The caller's live sessions with the actions of each state (LIVE-016, LIVE-028). */
export function ManageModal({ supplier, approval, onClose }: Props) {
  const t = useText('live')
  const [opened, setOpened] = useState<Opened>()
  return (
    <>
      <Modal
        open
        width={1160}
        centered
        title={t('manage.title')}
        footer={null}
        onCancel={onClose}
        className="lv-manage"
      >
        <ManagementList
          label={t('manage.table')}
          searchLabel={t('manage.search')}
          tabs={[
            { key: 'all' as Tab, title: t('manage.all') },
            ...statuses.map((status) => ({ key: `${status}` as Tab, title: stateLabel(status) })),
          ]}
          list={({ tab, search: text, page, pageSize }) => {
            const status = statuses.find((one) => String(one) === tab)
            return q(liveCalls(supplier).list, { query: { mine: 1, status, text, page, pageSize } }, { quiet: true })
          }}
          empty={<EmptyState small title={t('manage.none')} description={t('manage.noneHint')} />}
          columns={[
            {
              key: 'subject',
              title: t('manage.subject'),
              render: ({ subject }) => <strong className="lv-table-subject">{subject}</strong>,
            },
            {
              key: 'startTime',
              title: t('manage.startTime'),
              render: ({ startTime }) => <DateText value={startTime} />,
            },
            {
              key: 'kind',
              title: t('manage.kind'),
              render: ({ vhallExtendInfo }) => (
                <span className="lv-word">{mapLabel('live-mode', vhallExtendInfo.liveMode)}</span>
              ),
            },
            {
              key: 'reserved',
              title: t('manage.reserved'),
              align: 'right',
              render: ({ subNumber }) => <NumberText value={subNumber} />,
            },
            {
              key: 'attended',
              title: t('manage.attended'),
              align: 'right',
              render: ({ attendNumber }) => <NumberText value={attendNumber} />,
            },
            {
              key: 'state',
              title: t('manage.state'),
              render: ({ displayStatus }) => <StateTag state={displayStatus} />,
            },
          ]}
          actions={(live) => (
            <ActionButtons live={live} approval={approval} onOpen={(action) => setOpened({ action, live })} />
          )}
        />
      </Modal>
      {opened?.action === 'share' && (
        <ShareModal id={opened.live.id} supplier={opened.live.supplier} onClose={() => setOpened(undefined)} />
      )}
      {opened && opened.action !== 'share' && (
        <ApplyModal
          mode={formModes[opened.action]}
          supplier={opened.live.supplier}
          approval={approval}
          live={opened.live}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
