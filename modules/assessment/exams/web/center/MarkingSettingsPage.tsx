import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Switch } from 'antd'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { appealDaysMax } from '../../contract/appeals.ts'
import type { MarkingSettings } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { PointsInput } from '../admin/PointsInput.tsx'
import { QuestionSettings } from '../parts/QuestionSettings.tsx'
import { examPaths } from '../paths.ts'

/** How the answers of an exam are marked: it counts at once. */
export default function MarkingSettingsPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(exams.markingSettings, { params: { id } }))
  const { busyWith, run } = useAction()
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  const save = (values: Partial<MarkingSettings>) =>
    run(() => call(exams.changeMarkingSettings, { params: { id }, body: { ...data, ...values } }), {
      name: 'save',
      done: t('form.saved'),
    })
  const finish = () =>
    run(() => call(exams.finishAllMarking, { params: { id } }), { name: 'finish', done: t('marking.allFinished') })
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.markingOf(id)}>{t('marking.title')}</Link>}
        title={t('marking.settings')}
        actions={
          <Button loading={busyWith === 'finish'} onClick={() => void finish()}>
            {t('marking.finishAll')}
          </Button>
        }
      />
      <Form<MarkingSettings>
        className="sy-card ex-form"
        layout="vertical"
        requiredMark={false}
        initialValues={data}
        onFinish={(values) => void save(values)}
      >
        <div className="ex-form-columns">
          <Form.Item name="isBlind" label={t('marking.blind')} extra={t('marking.blindHint')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item
            name="isDouble"
            label={t('marking.double')}
            extra={t('marking.doubleHint')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
          <Form.Item name="allowedTenths" label={t('marking.allowed')} extra={t('marking.allowedHint')}>
            <PointsInput />
          </Form.Item>
          <Form.Item name="appealDays" label={t('marking.appealDays')} extra={t('marking.appealDaysHint')}>
            <InputNumber min={1} max={appealDaysMax} precision={0} />
          </Form.Item>
          <Form.Item
            name="isSuspended"
            label={t('marking.suspended')}
            extra={t('marking.suspendedHint')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
        </div>
        <Button type="primary" htmlType="submit" loading={busyWith === 'save'}>
          {t('marking.saveSettings')}
        </Button>
      </Form>
      <QuestionSettings examId={id} settings={data} />
    </>
  )
}
