import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { fieldsAreRight } from '#web/ui/fields-are-right.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { REPORT_CHANGED, REPORT_INCOMPLETE } from '../../contract/codes.ts'
import {
  certificateLengthMax,
  costHundredthsMax,
  evidenceMax,
  hourHundredthsMax,
  type ReportInput,
  summaryLengthMax,
} from '../../contract/fields.ts'
import type { ReportDetails } from '../../contract/reports.ts'
import { external } from '../../contract.ts'
import { amountOf, hundredthsOf } from '../parts/amounts.ts'
import { TrainingFields } from '../parts/TrainingFields.tsx'
import { externalPaths } from '../paths.ts'

interface Props {
  readonly values: ReportInput
  readonly activityId: string | null
  readonly saved?: { readonly id: string; readonly revision: number }
  readonly evidence: ReportDetails['evidence']
  readonly needsEvidence: boolean
}

interface Written extends Omit<ReportInput, 'hourHundredths' | 'costHundredths' | 'fileIds'> {
  readonly hours: number | null
  readonly cost: number | null
}

/** Takes what the form holds as the call sends it. */
function inputOf({ hours, cost, ...rest }: Written, fileIds: readonly string[]): ReportInput {
  const { title, kind, provider, place, startsOn, endsOn, certificateNumber, summary } = rest
  const texts = { title: title.trim(), kind, provider, place, startsOn, endsOn, certificateNumber, summary }
  return { ...texts, hourHundredths: hundredthsOf(hours), costHundredths: hundredthsOf(cost), fileIds: [...fileIds] }
}

/** Writes a report: kept as a draft, or handed in. */
export function ReportForm({ values, activityId, saved, evidence, needsEvidence }: Props) {
  const t = useText('external')
  const navigate = useNavigate()
  // What is stored is drawn again, the first time at its own address: what was missing comes along with the address.
  const { missing = [] } = (useLocation().state ?? {}) as { readonly missing?: readonly string[] }
  const [form] = Form.useForm<Written>()
  const { busyWith, run } = useAction()
  const [fileIds, setFileIds] = useState<readonly string[]>(values.fileIds)
  const [isChanged, setChanged] = useState(false)
  const { holder } = useLeaveGuard(isChanged && busyWith === undefined)
  const [isOutdated, setOutdated] = useState(false)
  const kept = evidence.filter((file) => fileIds.includes(file.id))
  const change = (ids: readonly string[]) => {
    setFileIds(ids)
    setChanged(true)
  }
  const save = async () => {
    const body = inputOf({ ...form.getFieldsValue(true) }, fileIds)
    if (saved === undefined) return call(external.startReport, { body: { activityId, ...body } })
    const params = { id: saved.id }
    return call(
      external.changeReport,
      { params, body: { ...body, revision: saved.revision } },
      { handles: [REPORT_CHANGED] },
    )
  }
  const finish = async (isSubmitted: boolean) => {
    if (!(await fieldsAreRight(form))) return
    let id: string | undefined
    let left: readonly string[] = []
    await run(
      async () => {
        const answer = await save()
        id = answer.id
        setChanged(false)
        const body = { revision: answer.revision }
        if (isSubmitted) await call(external.submitReport, { params: { id }, body }, { handles: [REPORT_INCOMPLETE] })
        notify('success', t(isSubmitted ? 'report.submitted' : 'report.saved'))
      },
      {
        name: isSubmitted ? 'submit' : 'save',
        onFailure: (error) => {
          if (isRefusal(error, REPORT_INCOMPLETE)) left = (error.data?.missing ?? []) as string[]
          setOutdated(isRefusal(error, REPORT_CHANGED))
        },
      },
    )
    if (id !== undefined) await navigate(externalPaths.report(id), { replace: true, state: { missing: left } })
  }
  const fieldNames: Readonly<Record<string, string>> = {
    provider: t('report.provider'),
    startsOn: t('report.startsOn'),
    endsOn: t('report.endsOn'),
    hourHundredths: t('report.hours'),
    fileIds: t('report.evidence'),
  }
  return (
    <>
      {isOutdated && (
        <p className="sy-callout" role="alert">
          {t('report.changed')} <Button onClick={() => window.location.reload()}>{t('report.reload')}</Button>
        </p>
      )}
      <Form<Written>
        form={form}
        className="sy-card"
        layout="vertical"
        requiredMark={false}
        initialValues={{ ...values, hours: amountOf(values.hourHundredths), cost: amountOf(values.costHundredths) }}
        onValuesChange={() => setChanged(true)}
      >
        <TrainingFields />
        <div className="ext-columns">
          <NumberField name="hours" label={t('report.hours')} min={0} max={hourHundredthsMax / 100} precision={2} />
          <NumberField
            name="cost"
            label={t('report.cost')}
            extra={t('report.costHint')}
            min={0}
            max={costHundredthsMax / 100}
            precision={2}
          />
          <Form.Item name="certificateNumber" label={t('report.certificateNumber')}>
            <Input maxLength={certificateLengthMax} />
          </Form.Item>
        </div>
        <Form.Item name="summary" label={t('report.summary')}>
          <Input.TextArea maxLength={summaryLengthMax} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
        <section className="sy-column sy-gap-3" aria-label={t('report.evidence')}>
          <strong>{t('report.evidence')}</strong>
          <span className="sy-note">
            {[
              t('report.evidenceHint', { max: evidenceMax }),
              ...(needsEvidence ? [t('report.evidenceNeeded')] : []),
            ].join(' · ')}
          </span>
          {kept.map((file) => (
            <span key={file.id} className="sy-row sy-gap-3">
              <a href={file.url} target="_blank" rel="noreferrer">
                {file.name}
              </a>
              <Button size="small" onClick={() => change(fileIds.filter((one) => one !== file.id))}>
                {t('report.delete')}
              </Button>
            </span>
          ))}
          {kept.length < evidenceMax && (
            <FileUpload
              kind="attachment"
              countMax={evidenceMax - kept.length}
              onUploaded={(file) => change([...fileIds, file.id])}
              onRemoved={(file) => change(fileIds.filter((one) => one !== file.id))}
            />
          )}
        </section>
      </Form>
      <div className="sy-column sy-gap-2 ext-foot">
        {missing.length > 0 && (
          <p className="ext-missing" role="alert">
            {t('report.missing', { fields: missing.map((one) => fieldNames[one] ?? one).join(' · ') })}
          </p>
        )}
        <p className="sy-row sy-gap-3">
          <Button loading={busyWith === 'save'} onClick={() => void finish(false)}>
            {t('report.save')}
          </Button>
          <Button type="primary" loading={busyWith === 'submit'} onClick={() => void finish(true)}>
            {t('report.submit')}
          </Button>
        </p>
      </div>
      {holder}
    </>
  )
}
