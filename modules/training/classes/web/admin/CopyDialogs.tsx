/** Further classes like one that is there: a copy, a series at regular distances, or a template. */

import { Form, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import type { ManagedClass } from '../../contract/authoring.ts'
import { classNameLengthMax } from '../../contract/fields.ts'
import { seriesAtOnceMax, seriesNameLengthMax } from '../../contract/series.ts'
import { classes } from '../../contract.ts'
import { classPaths } from '../paths.ts'

interface Props {
  readonly one: Pick<ManagedClass, 'id' | 'name' | 'startsAt' | 'isTemplate' | 'series'>
  readonly onClose: () => void
}

interface Copy {
  readonly name: string
  readonly startsAt: number | null
}

export function CopyDialog({ one, onClose }: Props) {
  const t = useText('classes')
  const navigate = useNavigate()
  const title = t(one.isTemplate ? 'series.useTemplate' : 'series.copy')
  return (
    <FormModal<Copy, void>
      title={title}
      okText={title}
      hint={t('series.copyHint')}
      initialValues={{ name: one.name, startsAt: null }}
      onSubmit={async ({ name, startsAt = null }) => {
        const { id } = await call(classes.copyClass, { params: { id: one.id }, body: { name, startsAt } })
        void navigate(classPaths.editor(id))
      }}
      onClose={onClose}
    >
      <NameField label={t('ending.copyName')} needed={t('form.nameNeeded')} maxLength={classNameLengthMax} autoFocus />
      <Form.Item name="startsAt" label={t('series.startsAt')} extra={t('series.startsAtHint')}>
        <MomentField disabled={one.startsAt === null} />
      </Form.Item>
    </FormModal>
  )
}

const rhythms = { week: [1, 'week'], fortnight: [2, 'week'], month: [1, 'month'], quarter: [3, 'month'] } as const
type Rhythm = keyof typeof rhythms

interface NewSeries {
  readonly name: string
  readonly first: number | null
  readonly rhythm: Rhythm
  readonly count: number
}

/** At the same hour of the same weekday or day of the month. */
function startsOf({ first, rhythm, count }: Partial<NewSeries>): number[] {
  if (!first || !rhythm || !count) return []
  const [every, unit] = rhythms[rhythm]
  return Array.from({ length: Math.min(count, seriesAtOnceMax) }, (_, at) =>
    dayjs(first)
      .add(at * every, unit)
      .valueOf(),
  )
}

export function SeriesDialog({ one, onClose }: Props) {
  const t = useText('classes')
  const navigate = useNavigate()
  const [form] = Form.useForm<NewSeries>()
  const values = Form.useWatch([], form)
  const next = one.startsAt === null ? null : dayjs(one.startsAt).add(1, 'month').valueOf()
  return (
    <FormModal<NewSeries, void>
      form={form}
      title={t('series.create')}
      okText={t('series.createOk')}
      hint={t('series.hint')}
      disabled={one.startsAt === null}
      initialValues={{
        ...{ name: (one.series?.name ?? one.name).slice(0, seriesNameLengthMax), first: next },
        ...{ rhythm: 'month', count: 3 },
      }}
      onSubmit={async (chosen) => {
        const body = { name: chosen.name, startsAt: startsOf(chosen) }
        const { seriesId } = await call(classes.createSeries, { params: { id: one.id }, body })
        void navigate(`${classPaths.managed}?category=series:${seriesId}`)
      }}
      onClose={onClose}
    >
      {one.startsAt === null && <p className="sy-callout">{t('series.noStart')}</p>}
      {one.series === null ? (
        <NameField label={t('series.name')} needed={t('form.nameNeeded')} maxLength={seriesNameLengthMax} />
      ) : (
        <Form.Item name="name" label={t('series.name')}>
          <span>{one.series.name}</span>
        </Form.Item>
      )}
      <Form.Item name="first" label={t('series.first')} rules={[{ required: true, message: t('series.firstNeeded') }]}>
        <MomentField />
      </Form.Item>
      <div className="cl-form-columns">
        <Form.Item name="rhythm" label={t('series.rhythm')}>
          <Select<Rhythm>
            options={(Object.keys(rhythms) as Rhythm[]).map((value) => ({
              value,
              label: t(`series.rhythms.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item name="count" label={t('series.count')}>
          <InputNumber min={1} max={seriesAtOnceMax} precision={0} />
        </Form.Item>
      </div>
      <ol className="cl-series-dates" aria-label={t('series.dates')}>
        {startsOf(values ?? {}).map((startsAt) => (
          <li key={startsAt}>
            <DateText value={startsAt} style="minute" />
          </li>
        ))}
      </ol>
    </FormModal>
  )
}

export function TemplateDialog({ one, onClose }: Props) {
  const t = useText('classes')
  const navigate = useNavigate()
  return (
    <FormModal<{ readonly name: string }, void>
      title={t('series.keepTemplate')}
      okText={t('series.keepTemplate')}
      hint={t('series.templateHint')}
      initialValues={{ name: one.name }}
      onSubmit={async (body) => {
        const { id } = await call(classes.keepTemplate, { params: { id: one.id }, body })
        void navigate(classPaths.editor(id))
      }}
      onClose={onClose}
    >
      <NameField
        label={t('series.templateName')}
        needed={t('form.nameNeeded')}
        maxLength={classNameLengthMax}
        autoFocus
      />
    </FormModal>
  )
}
