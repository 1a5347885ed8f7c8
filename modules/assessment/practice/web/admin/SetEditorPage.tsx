import '../parts/practice.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { AuthorActions, StatusTags } from '#modules/content/catalog/web.tsx'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { SET_CHANGED } from '../../contract/codes.ts'
import {
  type EditedSet,
  type SetInput,
  setMembersMax,
  setNameLengthMax,
  setSummaryLengthMax,
} from '../../contract/sets.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { QuestionsField, RulesField } from './PicksFields.tsx'

/** The editor of a practice set. */
export default function SetEditorPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(practice.editedSet, { params: { id } }))
  const [version, setVersion] = useState(0)
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const reload = async () => {
    await refetch()
    setVersion((before) => before + 1)
  }
  return <Editor key={`${id} ${version}`} set={data} onReload={reload} />
}

function valuesOf({ name, summary, organizationIds, memberIds, rules, questionIds }: EditedSet): SetInput {
  return { name, summary, organizationIds, memberIds, rules, questionIds }
}

function Editor({ set, onReload }: { set: EditedSet; onReload: () => Promise<void> }) {
  const t = useText('practice')
  const navigate = useNavigate()
  const [form] = Form.useForm<SetInput>()
  const { busy, run } = useAction()
  const [changes, setChanges] = useState(0)
  const [isOutdated, setIsOutdated] = useState(false)
  const { holder } = useLeaveGuard(changes > 0 && !busy)
  const { id, revision } = set
  const calls = authorCalls(set)
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    await run(
      async () => {
        const body = { ...valuesOf(set), ...values, revision }
        await call(practice.changeSet, { params: { id }, body }, { handles: [SET_CHANGED] })
        setChanges(0)
      },
      { done: t('form.saved'), onFailure: (error) => setIsOutdated(isRefusal(error, SET_CHANGED)) },
    )
  }
  const remove = async () => {
    await calls.delete()
    void navigate(practicePaths.authored)
  }
  return (
    <>
      <PageHeader
        title={set.name}
        back={<Link to={practicePaths.authored}>{t('authoring.title')}</Link>}
        description={
          <span className="sy-row sy-wrap sy-gap-2">
            <StatusTags {...set} />
            <span>{t('form.size', { count: set.questionCount })}</span>
          </span>
        }
        actions={
          <AuthorActions item={set} needsApproval={false} disabled={changes > 0} calls={{ ...calls, delete: remove }} />
        }
      />
      {isOutdated && (
        <p className="sy-callout" role="alert">
          {t('form.outdated')} <Button onClick={() => void onReload()}>{t('form.reload')}</Button>
        </p>
      )}
      <Form<SetInput>
        form={form}
        className="sy-card"
        layout="vertical"
        requiredMark={false}
        initialValues={valuesOf(set)}
        disabled={!set.actions.includes('edit')}
        onValuesChange={() => setChanges((before) => before + 1)}
      >
        <Form.Item
          name="name"
          label={t('form.name')}
          rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
        >
          <Input maxLength={setNameLengthMax} showCount />
        </Form.Item>
        <Form.Item name="summary" label={t('form.summary')}>
          <Input.TextArea maxLength={setSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Form.Item name="rules" label={t('form.rules')} extra={t('form.rulesHint')}>
          <RulesField />
        </Form.Item>
        <Form.Item name="questionIds" label={t('form.questions')}>
          <QuestionsField known={set.questions} />
        </Form.Item>
        <Form.Item name="organizationIds" label={t('form.audience')} extra={t('form.audienceHint')}>
          <OrganizationPicker multiple allowClear max={100} label={t('form.everybody')} />
        </Form.Item>
        <Form.Item name="memberIds" label={t('form.members')}>
          <MemberIdsPicker label={t('form.members')} max={setMembersMax} known={set.members} />
        </Form.Item>
      </Form>
      <SaveBar
        count={changes > 0 ? 1 : 0}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => {
          form.resetFields()
          setChanges(0)
        }}
      />
      {holder}
    </>
  )
}
