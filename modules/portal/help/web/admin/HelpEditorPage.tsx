import '../parts/help.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { everybody } from '#modules/platform/identity/contract.ts'
import { AudienceField } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { articlePathsMax, articleTitleLengthMax, type ManagedArticle } from '../../contract/articles.ts'
import { help } from '../../contract.ts'
import { directoryOptions } from '../parts/directory-options.ts'
import { helpPaths } from '../paths.ts'

/** Writes a help article in both languages. */
export default function HelpEditorPage() {
  const t = useText('help')
  const { id = 'new' } = useParams()
  const isNew = id === 'new'
  const found = useQuery({ ...q(help.managedArticle, { params: { id } }), enabled: !isNew })
  if (found.isError && !found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  if (!isNew && !found.data) return <LoadingState rows={8} />
  return (
    <>
      <PageHeader
        back={<Link to={helpPaths.managed}>{t('editor.back')}</Link>}
        title={t(isNew ? 'editor.new' : 'editor.edit')}
      />
      <ArticleForm key={found.data?.revision ?? 'new'} article={found.data} />
    </>
  )
}

interface Values extends Pick<ManagedArticle, 'directoryId' | 'titleCn' | 'titleEn' | 'contentCn' | 'contentEn'> {
  readonly audiences: string[]
  readonly paths: string[]
}

const emptyArticle = { titleEn: '', contentCn: '', contentEn: '', paths: [] as string[] }

function ArticleForm({ article }: { article: ManagedArticle | undefined }) {
  const t = useText('help')
  const navigate = useNavigate()
  const language = useLanguage()
  const directories = useQuery(q(help.managedDirectories, {}))
  const { busy, run } = useAction()
  const save = async (body: Values) => {
    if (article)
      await call(help.changeArticle, { params: { id: article.id }, body: { ...body, revision: article.revision } })
    else {
      await call(help.addArticle, { body })
      void navigate(helpPaths.managed)
    }
  }
  return (
    <Form<Values>
      layout="vertical"
      className="sy-card hp-editor"
      initialValues={{ ...emptyArticle, audiences: [everybody], ...article }}
      onFinish={(values) => void run(() => save(values), { done: t('editor.saved') })}
    >
      <Form.Item
        name="directoryId"
        label={t('editor.directory')}
        rules={[{ required: true, message: t('editor.directoryNeeded') }]}
      >
        <Select options={directoryOptions(directories.data?.items ?? [], language)} />
      </Form.Item>
      <Form.Item
        name="titleCn"
        label={t('editor.titleCn')}
        rules={[{ required: true, whitespace: true, message: t('editor.titleNeeded') }]}
      >
        <Input maxLength={articleTitleLengthMax} showCount />
      </Form.Item>
      <Form.Item name="contentCn" label={t('editor.contentCn')}>
        <Text label={t('editor.contentCn')} />
      </Form.Item>
      <Form.Item name="titleEn" label={t('editor.titleEn')}>
        <Input maxLength={articleTitleLengthMax} showCount />
      </Form.Item>
      <Form.Item name="contentEn" label={t('editor.contentEn')}>
        <Text label={t('editor.contentEn')} />
      </Form.Item>
      <Form.Item
        name="audiences"
        label={t('editor.audiences')}
        extra={t('editor.audiencesHint')}
        rules={[{ type: 'array', required: true, message: t('editor.audiencesNeeded') }]}
      >
        <AudienceField />
      </Form.Item>
      <Form.Item name="paths" label={t('editor.paths')} extra={t('editor.pathsHint')}>
        <Select mode="tags" maxCount={articlePathsMax} open={false} suffixIcon={null} tokenSeparators={[' ', ',']} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('editor.save')}
      </Button>
    </Form>
  )
}

function Text({ label, value = '', onChange }: { label: string; value?: string; onChange?: (html: string) => void }) {
  return <RichText size="tall" media label={label} value={value} onChange={(html) => onChange?.(html)} />
}
