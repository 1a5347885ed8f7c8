import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { Link, useParams } from 'react-router'
import { AuthoredForm } from '#modules/content/catalog/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import {
  type EditedSpecimen,
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
  const query = useQuery(q(specimens.editedSpecimen, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(specimen, load) => <Editor specimen={specimen} onReload={load} />}
    </EditedPage>
  )
}

function Editor({ specimen, onReload }: { specimen: EditedSpecimen; onReload: () => Promise<void> }) {
  const t = useText('specimens')
  const { id, revision, name, summary, body, organizationIds } = specimen
  return (
    <AuthoredForm<SpecimenInput>
      item={specimen}
      list={{ title: t('authoring.title'), path: specimenPaths.authored }}
      links={
        <Link className="sy-button sy-button-plain sy-button-small" to={specimenPaths.preview(id)}>
          {t('authoring.preview')}
        </Link>
      }
      calls={authorCalls(specimen)}
      onReload={onReload}
      values={{ name, summary, body, organizationIds }}
      save={(values) =>
        call(
          specimens.changeSpecimen,
          { params: { id }, body: { ...values, revision } },
          { handles: [SPECIMEN_CHANGED] },
        )
      }
      changedCode={SPECIMEN_CHANGED}
    >
      <Fields />
    </AuthoredForm>
  )
}

/** What a specimen is made of: add its own fields here. */
function Fields() {
  const t = useText('specimens')
  return (
    <>
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={specimenNameLengthMax} />
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
