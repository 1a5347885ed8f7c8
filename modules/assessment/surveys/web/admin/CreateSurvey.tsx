import './builder.css'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { v7 as uuid } from 'uuid'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { builtInTemplates, newSurvey, surveyNameLengthMax } from '../../contract/authoring.ts'
import { surveys } from '../../contract.ts'
import { surveyPaths } from '../paths.ts'

interface Values {
  readonly name: string
}

const blank = 'blank'

/** A new survey: empty, from a template of the product, or from one of the company's own. */
export function CreateSurvey({ onClose }: { onClose: () => void }) {
  const t = useText('surveys')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>(blank)
  const [form] = Form.useForm<Values>()
  const own = useQuery(q(surveys.surveyTemplates, {}, { quiet: true }))
  const create = async ({ name }: Values) => {
    const { id } =
      chosen === blank
        ? await call(surveys.createSurvey, { body: { ...newSurvey(uuid()), name } })
        : await call(surveys.createFromTemplate, { body: { template: chosen, name } })
    void navigate(surveyPaths.editor(id))
  }
  const choose = (key: string, name: string) => {
    setChosen(key)
    if (!form.isFieldTouched('name')) form.setFieldValue('name', key === blank ? '' : name)
  }
  const remove = (id: string) => async () => {
    await call(surveys.deleteTemplate, { params: { id } })
    if (chosen === id) setChosen(blank)
  }
  const choice = (key: string, name: string, summary: string) => (
    <label key={key} className="sb-template" data-chosen={chosen === key}>
      <input
        type="radio"
        name="survey-template"
        className="sy-visually-hidden"
        checked={chosen === key}
        onChange={() => choose(key, name)}
      />
      <Icon name={key === blank ? 'plus' : 'copy'} size={20} />
      <span>
        <strong>{name}</strong>
        <small>{summary}</small>
      </span>
    </label>
  )
  return (
    <FormModal<Values, void>
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      width={720}
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField label={t('form.name')} needed={t('form.nameNeeded')} maxLength={surveyNameLengthMax} autoFocus />
      <fieldset className="sb-templates">
        <legend>{t('authoring.startFrom')}</legend>
        {choice(blank, t('template.blank.name'), t('template.blank.summary'))}
        {builtInTemplates.map((key) => choice(key, t(`template.${key}.name`), t(`template.${key}.summary`)))}
      </fieldset>
      {own.isPending && <LoadingState rows={1} />}
      {own.data && own.data.length > 0 && (
        <fieldset className="sb-templates">
          <legend>{t('authoring.ownTemplates')}</legend>
          {own.data.map(({ id, name, summary, questionCount, mayDelete }) => (
            <div key={id} className="sb-own-template">
              {choice(id, name, summary || t('list.questions', { count: questionCount }))}
              {mayDelete && (
                <ConfirmButton
                  type="text"
                  danger
                  icon={<Icon name="delete" size={16} />}
                  aria-label={t('authoring.deleteTemplate', { name })}
                  question={t('authoring.deleteTemplate', { name })}
                  onConfirm={remove(id)}
                />
              )}
            </div>
          ))}
        </fieldset>
      )}
    </FormModal>
  )
}
