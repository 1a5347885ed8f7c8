import '../parts/news.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { everybody } from '#modules/platform/identity/contract.ts'
import { AudienceField, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { MomentField } from '#web/ui/DateFields.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import {
  type ManagedNews,
  news,
  newsSourceLengthMax,
  newsSummaryLengthMax,
  newsTitleLengthMax,
} from '../../contract.ts'
import { newsPaths } from '../paths.ts'
import { PublishModal } from './PublishModal.tsx'

/** Writes an article, or changes one. */
export default function NewsEditorPage() {
  const { id = '' } = useParams()
  const isNew = id === 'new'
  const found = useQuery({ ...q(news.managedArticle, { params: { id } }), enabled: !isNew, gcTime: 0 })
  if (!isNew && found.isError) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  if (!isNew && !found.data) return <LoadingState rows={8} />
  return <ArticleForm key={found.data?.revision ?? 'new'} article={found.data} />
}

type Values = Pick<
  ManagedNews,
  'title' | 'summary' | 'coverFileId' | 'content' | 'source' | 'organizationId' | 'audiences' | 'isPinned' | 'expiresAt'
>

const emptyArticle: Omit<Values, 'title' | 'organizationId'> = {
  ...{ summary: '', coverFileId: null, content: '', source: '', audiences: [everybody] },
  ...{ isPinned: false, expiresAt: null },
}

function ArticleForm({ article }: { article: ManagedNews | undefined }) {
  const t = useText('news')
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const { busy, run } = useAction()
  const [isDirty, setDirty] = useState(false)
  const [publishing, setPublishing] = useState<{ id: string; title: string; revision: number }>()
  const guard = useLeaveGuard(isDirty)

  const save = async (values: Values) => {
    if (article) {
      const body = { ...values, revision: article.revision }
      const { revision } = await call(news.changeNews, { params: { id: article.id }, body })
      return { id: article.id, revision, title: values.title }
    }
    return { ...(await call(news.createNews, { body: values })), title: values.title }
  }
  /** Saves, and asks when it is to be published where that was pressed. */
  const send = (publishes: boolean) =>
    run(async () => {
      const values = await form.validateFields()
      const saved = await save(values)
      setDirty(false)
      if (publishes) return setPublishing(saved)
      notify('success', t('editor.saved'))
      void navigate(newsPaths.editor(saved.id), { replace: true })
    })
  const leave = () => guard.leave(() => void navigate(newsPaths.managed))
  return (
    <>
      <PageHeader
        back={<Link to={newsPaths.managed}>{t('editor.back')}</Link>}
        title={t(article ? 'editor.edit' : 'editor.new')}
        actions={
          <>
            <Button loading={busy} onClick={() => void send(false)}>
              {t('editor.save')}
            </Button>
            {(article === undefined || article.actions.includes('publish')) && (
              <Button type="primary" disabled={busy} onClick={() => void send(true)}>
                {t('actions.publish')}
              </Button>
            )}
          </>
        }
      />
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        initialValues={{ ...emptyArticle, ...article }}
        onValuesChange={() => setDirty(true)}
      >
        <div className="nw-form">
          <section className="sy-card">
            <Form.Item
              name="title"
              label={t('editor.title')}
              rules={[{ required: true, whitespace: true, message: t('editor.titleNeeded') }]}
            >
              <Input maxLength={newsTitleLengthMax} showCount size="large" />
            </Form.Item>
            <Form.Item name="summary" label={t('editor.summary')} extra={t('editor.summaryHint')}>
              <Input.TextArea maxLength={newsSummaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
            </Form.Item>
            <Form.Item name="content" label={t('editor.content')}>
              <Text label={t('editor.content')} />
            </Form.Item>
          </section>
          <aside className="sy-card">
            <Form.Item name="coverFileId" label={t('editor.cover')}>
              <CoverOf path={article?.coverPath ?? null} />
            </Form.Item>
            <Form.Item
              name="organizationId"
              label={t('editor.organization')}
              extra={t('editor.organizationHint')}
              rules={[{ required: true, message: t('editor.organizationNeeded') }]}
            >
              <OrganizationPicker label={t('editor.organization')} />
            </Form.Item>
            <Form.Item
              name="audiences"
              label={t('editor.audiences')}
              rules={[{ type: 'array', required: true, message: t('editor.audiencesNeeded') }]}
            >
              <AudienceField />
            </Form.Item>
            <Form.Item name="source" label={t('editor.source')} extra={t('editor.sourceHint')}>
              <Input maxLength={newsSourceLengthMax} />
            </Form.Item>
            <Form.Item name="expiresAt" label={t('editor.expires')} extra={t('editor.expiresHint')}>
              <MomentField disabledDate={(day) => day.endOf('day').valueOf() < Date.now()} />
            </Form.Item>
            <Form.Item name="isPinned" valuePropName="checked">
              <Checkbox>{t('editor.pinned')}</Checkbox>
            </Form.Item>
          </aside>
        </div>
      </Form>
      {publishing && <PublishModal article={publishing} onClose={leave} />}
      {guard.holder}
    </>
  )
}

function Text({ label, value = '', onChange }: { label: string; value?: string; onChange?: (html: string) => void }) {
  return <RichText size="tall" media label={label} value={value} onChange={(html) => onChange?.(html)} />
}

interface CoverOfProps {
  readonly path: string | null
  readonly value?: string | null
  readonly onChange?: (fileId: string | null) => void
}

function CoverOf({ path, value = null, onChange }: CoverOfProps) {
  const t = useText('news')
  const [chosen, setChosen] = useState(path)
  return (
    <CoverField
      chosen={value !== null}
      hint={t('editor.coverHint')}
      tooLarge={t('editor.coverTooLarge')}
      onChange={(file) => {
        setChosen(file ? `files/${file.id}` : null)
        onChange?.(file?.id ?? null)
      }}
    >
      <span className="nw-cover">
        <Cover name="" url={chosen} />
      </span>
    </CoverField>
  )
}
