import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { Participant } from '../../../contract/reports.ts'
import { type ParticipationState, participationStates } from '../../../contract/states.ts'
import { surveys } from '../../../contract.ts'

const colors = { open: undefined, started: 'processing', answered: 'success' } as const

/** Who was asked and whether they have answered; what they answered is not here. */
export function Participants({ surveyId }: { surveyId: string }) {
  const t = useText('surveys')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [participation, setParticipation] = useState<ParticipationState>()
  const [isAsked, setAsked] = useState(false)
  const params = { id: surveyId }
  const query = { page: paging.page, pageSize: paging.pageSize, search, ...(participation && { participation }) }
  const list = useQuery({
    ...q(surveys.surveyParticipants, { params, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('report.searchMember')} onSearch={setSearch} />
        <Select<ParticipationState>
          allowClear
          className="sr-state"
          aria-label={t('report.participation')}
          placeholder={t('report.participation')}
          value={participation}
          options={participationStates.map((value) => ({ value, label: t(`participation.${value}`) }))}
          onChange={(next?: ParticipationState) => {
            setParticipation(next)
            paging.change(1, paging.pageSize)
          }}
        />
        <Button icon={<Icon name="bell" size={16} />} onClick={() => setAsked(true)}>
          {t('remind.button')}
        </Button>
      </div>
      <ListTable<Participant>
        list={list}
        label={t('report.tab.participants')}
        rowKey={({ member }) => member.id}
        paging={paging}
        columns={[
          {
            title: t('report.member'),
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('report.participation'),
            render: (_, row) => <Tag color={colors[row.participation]}>{t(`participation.${row.participation}`)}</Tag>,
          },
          {
            title: t('report.answeredOn'),
            render: (_, { answeredOn }) => <DateText value={answeredOn} style="day" />,
          },
        ]}
      />
      {isAsked && (
        <ForecastDialog
          entry={surveys.remindRespondents}
          input={{ params }}
          question={t('remind.question')}
          consequence={t('remind.consequence')}
          okText={t('remind.ok')}
          onConfirm={async () => {
            const { reminded } = await call(surveys.remindRespondents, { params })
            notify('success', t('remind.done', { count: reminded }))
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
