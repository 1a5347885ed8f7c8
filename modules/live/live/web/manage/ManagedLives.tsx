import '../live.css'
import { useState } from 'react'
import { Link } from 'react-router'
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
import { AfterEnd } from '../parts/AfterEnd.tsx'
import { isOver } from '../parts/facts.ts'
import { mapLabel, stateLabel } from '../parts/labels.ts'
import { ShareModal } from '../parts/ShareModal.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { livePaths } from '../paths.ts'
import { ActionButtons } from './ActionButtons.tsx'

interface Props {
  readonly supplier: Supplier
  readonly approval: boolean
}

interface Opened {
  readonly action: Extract<LiveAction, 'view' | 'edit' | 'submit' | 'share'>
  readonly live: Live
}

const formModes = { view: 'view', edit: 'edit', submit: 'resubmit' } as const
const statuses = Object.values(liveStatus)
type Tab = 'all' | `${LiveStatus}`

/** The caller's live sessions with the actions of each state, by their time (LIVE-016, LIVE-028). */
export function ManagedLives({ supplier, approval }: Props) {
  const t = useText('live')
  const [opened, setOpened] = useState<Opened>()
  return (
    <>
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
        empty={<EmptyState title={t('manage.none')} description={t('manage.noneHint')} />}
        columns={[
          {
            key: 'subject',
            title: t('manage.subject'),
            render: ({ id, subject, status, supplier: ofLive, vhallExtendInfo }) => (
              <strong className="lv-table-subject">
                {status === 0 ? subject : <Link to={livePaths.detail(id, ofLive)}>{subject}</Link>}
                <small className="sy-faint lv-word">{mapLabel('live-mode', vhallExtendInfo.liveMode)}</small>
              </strong>
            ),
          },
          {
            key: 'startTime',
            title: t('manage.startTime'),
            render: ({ startTime }) => <DateText value={startTime} />,
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
        actions={(live) =>
          isOver(live) ? (
            <AfterEnd live={live} />
          ) : (
            <ActionButtons live={live} approval={approval} onOpen={(action) => setOpened({ action, live })} />
          )
        }
      />
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
