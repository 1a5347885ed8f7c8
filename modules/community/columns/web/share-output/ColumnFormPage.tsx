import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PicturePicker } from '#modules/community/pictures/web.tsx'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { fieldErrors } from '#web/api/failure-text.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type CompleteColumn,
  columnIntroductionLengthMax,
  columns,
  columnTitleLengthMax,
  columnTopicsMax,
} from '../../contract.ts'
import { columnPaths } from '../paths.ts'

/** A new column, or the settings of one (COMMUNITY-021). */
export default function ColumnFormPage() {
  const t = useText('columns')
  const [query] = useSearchParams()
  const [id, account] = [query.get('id'), query.get('account')]
  const column = useQuery({ ...q(columns.completeColumn, { params: { id: id ?? '' } }), enabled: id !== null })
  if (id === null && account === null) {
    const choose = (
      <Link className="sy-button" to={columnPaths.own()}>
        {t('form.choose')}
      </Link>
    )
    return <EmptyState page title={t('form.noAccount')} action={choose} />
  }
  if (column.isError) return <ErrorState error={column.error} onRetry={() => void column.refetch()} />
  if (id !== null && !column.data) return <LoadingState rows={6} />
  const accountId = column.data?.comeEnjoyId ?? account ?? ''
  return (
    <>
      <PageHeader
        title={t(id === null ? 'form.add' : 'form.edit')}
        back={<Link to={columnPaths.own(accountId)}>{t('own.title')}</Link>}
      />
      <ColumnForm key={id} accountId={accountId} column={column.data} />
    </>
  )
}

interface Values {
  readonly title: string
  readonly introduce?: string
  readonly state: 'active' | 'closed'
}

type Topics = NonNullable<Parameters<typeof TopicChooser>[0]['value']>

function ColumnForm({ accountId, column }: { accountId: string; column: CompleteColumn | undefined }) {
  const t = useText('columns')
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const { busy, run } = useAction()
  const [cover, setCover] = useState(column?.headPortraitPath ?? '')
  const [isChoosing, setIsChoosing] = useState(false)
  const [topics, setTopics] = useState<Topics>(
    () => column?.lstRelationTopic.map(({ topicId, topicName }) => ({ id: topicId, name: topicName })) ?? [],
  )
  const title = Form.useWatch('title', form) ?? column?.title ?? ''
  const save = (values: Values) => {
    const fields = {
      title: values.title.trim(),
      introduce: values.introduce ?? '',
      headPortrait: cover === '' ? null : cover.replace(/^files\//, ''),
      topicIds: topics.map((topic) => topic.id),
    }
    return run(
      async () => {
        if (column) {
          await call(columns.changeColumn, { params: { id: column.id }, body: { ...fields, state: values.state } })
          return navigate(columnPaths.manage(column.id))
        }
        const { id } = await call(columns.createColumn, { body: { ...fields, comeEnjoyId: accountId } })
        return navigate(columnPaths.manage(id))
      },
      {
        done: t(column ? 'form.saved' : 'form.created'),
        onFailure: async (error) => {
          const found = fieldErrors(error)
          form.setFields([...found].map(([name, problem]) => ({ name: name as 'title', errors: [problem] })))
        },
      },
    )
  }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="sy-card"
      initialValues={{ title: column?.title, introduce: column?.introduce, state: column?.state ?? 'active' }}
      onFinish={(values) => void save(values)}
    >
      <Form.Item label={t('form.cover')}>
        <div className="sy-row sy-wrap sy-gap-4">
          <span style={{ width: 240 }}>
            <Cover name={title} url={cover || null} titled />
          </span>
          <span className="sy-column sy-gap-2">
            <Button icon={<Icon name="image" size={16} />} aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
              {t('form.chooseCover')}
            </Button>
            {cover !== '' && <Button onClick={() => setCover('')}>{t('form.noCover')}</Button>}
          </span>
        </div>
        {isChoosing && (
          <PicturePicker
            title={title}
            onClose={() => setIsChoosing(false)}
            onChosen={({ id }) => {
              setCover(`files/${id}`)
              setIsChoosing(false)
            }}
          />
        )}
      </Form.Item>
      <Form.Item
        name="title"
        label={t('form.title')}
        rules={[{ required: true, whitespace: true, message: t('form.titleNeeded') }]}
      >
        <Input maxLength={columnTitleLengthMax} showCount />
      </Form.Item>
      <Form.Item name="introduce" label={t('form.introduce')}>
        <Input.TextArea maxLength={columnIntroductionLengthMax} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
      <Form.Item label={<span id="column-topics">{t('form.topics')}</span>}>
        <TopicChooser value={topics} max={columnTopicsMax} labelledBy="column-topics" onChange={setTopics} />
      </Form.Item>
      {column && (
        <Form.Item name="state" label={t('form.state')} extra={t('form.stateHint')}>
          <Radio.Group
            options={(['active', 'closed'] as const).map((value) => ({ value, label: t(`form.states.${value}`) }))}
          />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={busy}>
        {t(column ? 'form.save' : 'form.create')}
      </Button>
    </Form>
  )
}
