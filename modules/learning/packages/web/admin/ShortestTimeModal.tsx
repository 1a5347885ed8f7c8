import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber } from 'antd'
import { call, outdate, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { type PackageInfo, packages, shortestSecondsMax } from '../../contract.ts'

interface Values {
  readonly minutes: number | null
  readonly seconds: number | null
}

const secondsOf = ({ minutes, seconds }: Values) => (minutes ?? 0) * 60 + (seconds ?? 0)

interface Props {
  readonly item: PackageInfo
  readonly onClose: () => void
}

/** The shortest credible time of a package, and what helps its author to choose it. */
export function ShortestTimeModal({ item: { id, title, shortestSeconds, typicalSeconds }, onClose }: Props) {
  const t = useText('packages')
  const initialValues: Values = { minutes: Math.floor(shortestSeconds / 60), seconds: shortestSeconds % 60 }
  const save = async (values: Values) => {
    await call(packages.setShortestTime, { params: { id }, body: { seconds: secondsOf(values) } })
    outdate(packages.listPackages)
    outdate(packages.getPackage)
  }
  const most = shortestSecondsMax / 60
  return (
    <FormModal<Values, void>
      title={t('time.titleOf', { title })}
      hint={t('time.hint')}
      width={640}
      initialValues={initialValues}
      onSubmit={save}
      okText={t('time.save')}
      done={t('time.saved')}
      onClose={onClose}
    >
      <div className="sy-row sy-gap-3">
        <Form.Item name="minutes" label={t('time.minutes')}>
          <InputNumber min={0} max={most} precision={0} />
        </Form.Item>
        <Form.Item
          name="seconds"
          label={t('time.seconds')}
          dependencies={['minutes']}
          rules={[
            ({ getFieldsValue }) => ({
              validator: async () => {
                if (secondsOf(getFieldsValue()) > shortestSecondsMax) throw new Error(t('time.most', { max: most }))
              },
            }),
          ]}
        >
          <InputNumber min={0} max={59} precision={0} />
        </Form.Item>
      </div>
      {typicalSeconds !== null && (
        <p className="sy-note">{t('time.typical', { time: clockText(typicalSeconds * 1000) })}</p>
      )}
      <Completions id={id} />
    </FormModal>
  )
}

function Completions({ id }: { id: string }) {
  const t = useText('packages')
  const { data, error, isError, refetch } = useQuery(q(packages.packageCompletions, { params: { id } }, { cache: 0 }))
  if (isError) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="lines" rows={2} />
  if (data.learnerCount === 0) return <p className="sy-faint">{t('time.nobody')}</p>
  const { learnerCount, countedCount, waitedCount, waitingCount, medianSeconds } = data
  return (
    <Facts
      shape="figures"
      label={t('time.figures')}
      items={[
        [t('time.learners'), <NumberText key="learners" value={learnerCount} />],
        [t('time.counted'), <NumberText key="counted" value={countedCount} />],
        [t('time.waited'), <NumberText key="waited" value={waitedCount} />],
        [t('time.waiting'), <NumberText key="waiting" value={waitingCount} />],
        medianSeconds !== null && [t('time.median'), clockText(medianSeconds * 1000)],
      ]}
    />
  )
}
