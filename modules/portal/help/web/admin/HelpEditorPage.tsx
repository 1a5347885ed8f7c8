import '../parts/help.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { articlePathsMax, articleTitleLengthMax, type ManagedArticle } from '../../contract/articles.ts'
import { audiencePersonTypes, audienceRoles, everybody } from '../../contract/audiences.ts'
import { help } from '../../contract.ts'
import { type AudienceValues, audienceKeys, audienceValues } from '../parts/audience-values.ts'
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
  readonly audience: AudienceValues
  readonly paths: string[]
}

const emptyArticle = { titleEn: '', contentCn: '', contentEn: '', paths: [] as string[] }

function ArticleForm({ article }: { article: ManagedArticle | undefined }) {
  const t = useText('help')
  const navigate = useNavigate()
  const language = useLanguage()
  const directories = useQuery(q(help.managedDirectories, {}))
  const { busy, run } = useAction()
  const save = async ({ audience, ...values }: Values) => {
    const body = { ...values, audiences: audienceKeys(audience) }
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
      initialValues={{ ...emptyArticle, ...article, audience: audienceValues(article?.audiences ?? [everybody]) }}
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
        name="audience"
        label={t('editor.audiences')}
        extra={t('editor.audiencesHint')}
        rules={[
          {
            validator: async (_, values: AudienceValues) => {
              if (audienceKeys(values).length === 0) throw new Error(t('editor.audiencesNeeded'))
            },
          },
        ]}
      >
        <Audience />
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

const noAudience: AudienceValues = { isEverybody: false, roles: [], personTypes: [], organizationIds: [] }

interface AudienceProps {
  readonly value?: AudienceValues
  readonly onChange?: (value: AudienceValues) => void
}

function Audience({ value = noAudience, onChange }: AudienceProps) {
  const t = useText('help')
  const language = useLanguage()
  const change = (part: Partial<AudienceValues>) => onChange?.({ ...value, ...part })
  const optionsOf = (labels: Readonly<Record<string, { readonly cn: string; readonly en: string }>>) =>
    Object.entries(labels).map(([key, label]) => ({ value: key, label: label[language] }))
  return (
    <div className="sy-column sy-gap-2">
      <Checkbox checked={value.isEverybody} onChange={(event) => change({ isEverybody: event.target.checked })}>
        {t('editor.everybody')}
      </Checkbox>
      {!value.isEverybody && (
        <>
          <Select
            mode="multiple"
            aria-label={t('editor.roles')}
            placeholder={t('editor.roles')}
            value={[...value.roles]}
            options={optionsOf(audienceRoles)}
            onChange={(roles: string[]) => change({ roles })}
          />
          <Select
            mode="multiple"
            aria-label={t('editor.personTypes')}
            placeholder={t('editor.personTypes')}
            value={[...value.personTypes]}
            options={optionsOf(audiencePersonTypes)}
            onChange={(personTypes: string[]) => change({ personTypes })}
          />
          <OrganizationPicker
            multiple
            allowClear
            max={30}
            label={t('editor.organizations')}
            value={[...value.organizationIds]}
            onChange={(organizationIds) => change({ organizationIds })}
          />
          <small className="sy-faint">{t('editor.organizationsHint')}</small>
        </>
      )}
    </div>
  )
}
