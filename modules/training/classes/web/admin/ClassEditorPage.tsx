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
  CLASS_CHANGED,
  type ClassInput,
  classBodyLengthMax,
  classes,
  classNameLengthMax,
  classSummaryLengthMax,
  type EditedClass,
  newClass,
} from '../../contract.ts'
import { classPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'

/** The editor of a class. */
export default function ClassEditorPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(classes.editedClass, { params: { id } }))
  const [version, setVersion] = useState(0)
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const reload = async () => {
    await refetch()
    setVersion((before) => before + 1)
  }
  return <Editor key={`${id} ${version}`} class={data} onReload={reload} />
}

function Editor({ class, onReload }: { class: EditedClass; onReload: () => Promise<void> }) {
  const t = useText('classes')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [isDirty, setIsDirty] = useState(false)
  const [isOutdated, setIsOutdated] = useState(false)
  const { id, revision } = class
  const calls = authorCalls(class)
  const save = (values: ClassInput) =>
    run(
      async () => {
        const body = { ...newClass, ...values, revision }
        await call(classes.changeClass, { params: { id }, body }, { handles: [CLASS_CHANGED] })
        setIsDirty(false)
      },
      { done: t('form.saved'), onFailure: (error) => setIsOutdated(isRefusal(error, CLASS_CHANGED)) },
    )
  const remove = async () => {
    await calls.delete()
    void navigate(classPaths.authored)
  }
  const discard = async () => {
    await calls['discard-changes']()
    await onReload()
  }
  return (
    <>
      <PageHeader
        title={class.name}
        back={<Link to={classPaths.authored}>{t('authoring.title')}</Link>}
        description={<StatusTags {...class} />}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={classPaths.preview(id)}>
              {t('authoring.preview')}
            </Link>
            <AuthorActions
              item={class}
              needsApproval={class.needsApproval}
              disabled={isDirty}
              calls={{ ...calls, delete: remove, 'discard-changes': discard }}
            />
          </>
        }
      />
      {class.approval?.opinion && <p className="sy-alert">{class.approval.opinion}</p>}
      {isOutdated && (
        <p className="sy-alert" role="alert">
          {t('form.outdated')} <Button onClick={() => void onReload()}>{t('form.reload')}</Button>
        </p>
      )}
      <Form<ClassInput>
        className="sy-card"
        style={{ padding: 'var(--sy-space-5)' }}
        layout="vertical"
        requiredMark={false}
        initialValues={class}
        disabled={!class.actions.includes('edit')}
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

/** What a class is made of: add its own fields here. */
function Fields() {
  const t = useText('classes')
  return (
    <>
      <Form.Item
        name="name"
        label={t('form.name')}
        rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
      >
        <Input maxLength={classNameLengthMax} showCount />
      </Form.Item>
      <Form.Item name="summary" label={t('form.summary')}>
        <Input.TextArea maxLength={classSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="body" label={t('form.body')} extra={t('form.bodyHint')}>
        <Input.TextArea maxLength={classBodyLengthMax} showCount autoSize={{ minRows: 8, maxRows: 24 }} />
      </Form.Item>
      <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
        <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
      </Form.Item>
    </>
  )
}
