import '../parts/practice.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { dailyLimitMax, masterAfterMax, type Preferences } from '../../contract/book.ts'
import { practice } from '../../contract.ts'
import { DueCard } from '../parts/DueCard.tsx'
import { practicePaths } from '../paths.ts'

/** What is due today and in the coming week, and how much of it the member wants a day. */
export default function DuePage() {
  const t = useText('practice')
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(q(practice.dueToday, {}, { quiet: true }))
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={t('due.title')}
        description={t('due.description')}
        actions={<Button onClick={() => setIsOpen(true)}>{t('preferences.title')}</Button>}
      />
      <DueCard />
      {data && (
        <section className="sy-card pr-section">
          <BarChart
            title={t('due.week')}
            shape="columns"
            labelHeading={t('due.day')}
            valueHeading={t('due.amount')}
            bars={data.next.map(({ inDays, count }) => ({
              key: String(inDays),
              label: t('due.inDays', { count: inDays }),
              value: count,
            }))}
          />
        </section>
      )}
      {isOpen && <PreferencesDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const t = useText('practice')
  const { data } = useQuery(q(practice.preferences, {}))
  if (!data) return null
  return (
    <FormModal<Preferences, object>
      title={t('preferences.title')}
      okText={t('preferences.save')}
      initialValues={data}
      onSubmit={(body) => call(practice.changePreferences, { body })}
      done={t('preferences.saved')}
      onClose={onClose}
    >
      <Form.Item name="masterAfter" label={t('preferences.masterAfter')} extra={t('preferences.masterAfterHint')}>
        <InputNumber min={1} max={masterAfterMax} precision={0} />
      </Form.Item>
      <Form.Item name="dailyMax" label={t('preferences.dailyMax')} extra={t('preferences.dailyMaxHint')}>
        <InputNumber min={1} max={dailyLimitMax} precision={0} />
      </Form.Item>
    </FormModal>
  )
}
