import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { AuthorActions, StatusTags } from '#modules/content/catalog/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type EditedSpecimen,
  newSpecimen,
  SPECIMEN_CHANGED,
  type SpecimenInput,
  specimenBodyLengthMax,
  specimenNameLengthMax,
  specimenSummaryLengthMax,
  specimens,
} from '../../contract.ts'
import { specimenPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'

/** The editor of a specimen. */
export default function SpecimenEditorPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(specimens.editedSpecimen, { params: { id } }))
  const [version, setVersion] = useState(0)
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const reload = async () => {
    await refetch()
    setVersion((before) => before + 1)
  }
  return <Editor key={`${id} ${version}`} specimen={data} onReload={reload} />
}

function Editor({ specimen, onReload }: { specimen: EditedSpecimen; onReload: () => Promise<void> }) {
  const t = useText('specimens')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [isDirty, setIsDirty] = useState(false)
  const [isOutdated, setIsOutdated] = useState(false)
  const { id, revision } = specimen
  const calls = authorCalls(specimen)
  const save = (values: SpecimenInput) =>
    run(
      async () => {
        const body = { ...newSpecimen, ...values, revision }
        await call(specimens.changeSpecimen, { params: { id }, body }, { handles: [SPECIMEN_CHANGED] })
        setIsDirty(false)
      },
      { done: t('form.saved'), onFailure: (error) => setIsOutdated(isRefusal(error, SPECIMEN_CHANGED)) },
    )
  const remove = async () => {
    await calls.delete()
    void navigate(specimenPaths.authored)
  }
  const discard = async () => {
    await calls['discard-changes']()
    await onReload()
  }
  return (
    <>
      <PageHeader
        title={specimen.name}
        back={<Link to={specimenPaths.authored}>{t('authoring.title')}</Link>}
        description={<StatusTags {...specimen} />}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={specimenPaths.preview(id)}>
              {t('authoring.preview')}
            </Link>
            <AuthorActions
              item={specimen}
              needsApproval={specimen.needsApproval}
              disabled={isDirty}
              calls={{ ...calls, delete: remove, 'discard-changes': discard }}
            />
          </>
        }
      />
      {specimen.approval?.opinion && <p className="sy-alert">{specimen.approval.opinion}</p>}
      {isOutdated && (
        <p className="sy-alert" role="alert">
          {t('form.outdated')} <Button onClick={() => void onReload()}>{t('form.reload')}</Button>
        </p>
      )}
      <Form<SpecimenInput>
        className="sy-card"
        style={{ padding: 'var(--sy-space-5)' }}
        layout="vertical"
        requiredMark={false}
        initialValues={specimen}
        disabled={!specimen.actions.includes('edit')}
        onValuesChange={() => setIsDirty(true)}
        onFinish={(values) => void save(values)}
      >
        <Fields />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('form.save')}
        </Button>
      </Form>
    </>
  )
}

/** What a specimen is made of: add its own fields here. */
function Fields() {
  const t = useText('specimens')
  return (
    <>
      <Form.Item
        name="name"
        label={t('form.name')}
        rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
      >
        <Input maxLength={specimenNameLengthMax} showCount />
      </Form.Item>
      <Form.Item name="summary" label={t('form.summary')}>
        <Input.TextArea maxLength={specimenSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="body" label={t('form.body')} extra={t('form.bodyHint')}>
        <Input.TextArea maxLength={specimenBodyLengthMax} showCount autoSize={{ minRows: 8, maxRows: 24 }} />
      </Form.Item>
      <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
        <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
      </Form.Item>
    </>
  )
}
