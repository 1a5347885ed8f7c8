import '../parts/practice.css'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useParams } from 'react-router'
import { AuthoredForm } from '#modules/content/catalog/web.tsx'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { NameField } from '#web/ui/NameField.tsx'
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
  const query = useQuery(q(practice.editedSet, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(set, load) => <Editor set={set} onReload={load} />}
    </EditedPage>
  )
}

function valuesOf({ name, summary, organizationIds, memberIds, rules, questionIds }: EditedSet): SetInput {
  return { name, summary, organizationIds, memberIds, rules, questionIds }
}

function Editor({ set, onReload }: { set: EditedSet; onReload: () => Promise<void> }) {
  const t = useText('practice')
  const { id, revision } = set
  return (
    <AuthoredForm<SetInput>
      item={set}
      list={{ title: t('authoring.title'), path: practicePaths.authored }}
      facts={t('form.size', { count: set.questionCount })}
      calls={authorCalls(set)}
      onReload={onReload}
      values={valuesOf(set)}
      save={(values) =>
        call(practice.changeSet, { params: { id }, body: { ...values, revision } }, { handles: [SET_CHANGED] })
      }
      changedCode={SET_CHANGED}
    >
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={setNameLengthMax} />
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
    </AuthoredForm>
  )
}
