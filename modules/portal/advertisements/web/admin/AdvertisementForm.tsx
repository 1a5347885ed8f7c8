import { Form, Input, Radio, Switch } from 'antd'
import { useState } from 'react'
import { CoverField } from '#modules/platform/files/web.tsx'
import { everybody } from '#modules/platform/identity/contract.ts'
import { AudienceField, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import {
  advertisementKinds,
  advertisementTextLengthMax,
  advertisementTitleLengthMax,
  frequencies,
  linkPattern,
  type ManagedAdvertisement,
} from '../../contract/advertisements.ts'
import { advertisements } from '../../contract.ts'

type Values = Pick<
  ManagedAdvertisement,
  'kind' | 'title' | 'text' | 'pictureFileId' | 'frequency' | 'organizationId' | 'startsAt' | 'endsAt' | 'isEnabled'
> & { readonly link: string; readonly audiences: string[] }

export const inputOf = (one: ManagedAdvertisement): Values => ({
  ...{ kind: one.kind, title: one.title, text: one.text, pictureFileId: one.pictureFileId, link: one.link ?? '' },
  ...{ frequency: one.frequency, organizationId: one.organizationId, audiences: one.audiences.map(({ key }) => key) },
  ...{ startsAt: one.startsAt, endsAt: one.endsAt, isEnabled: one.isEnabled },
})

export const bodyOf = ({ link, ...values }: Values) => ({ ...values, link: link.trim() === '' ? null : link.trim() })

const fresh: Partial<Values> = {
  ...{ kind: 'banner', text: '', pictureFileId: null, link: '', frequency: 'once', audiences: [everybody] },
  ...{ startsAt: null, endsAt: null, isEnabled: true },
}

interface Props {
  /** A new one where none is given. */
  readonly one?: ManagedAdvertisement
  readonly onClose: () => void
}

/** Makes an advertisement, or changes one. */
export function AdvertisementForm({ one, onClose }: Props) {
  const t = useText('advertisements')
  const choices = (group: 'kind' | 'frequency', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  const submit = async (values: Values) => {
    const body = bodyOf(values)
    if (one)
      await call(advertisements.changeAdvertisement, {
        params: { id: one.id },
        body: { ...body, revision: one.revision },
      })
    else await call(advertisements.createAdvertisement, { body })
  }
  return (
    <FormModal<Values, void>
      width={640}
      title={t(one ? 'form.edit' : 'form.create')}
      okText={t('form.save')}
      initialValues={one ? inputOf(one) : fresh}
      onSubmit={submit}
      done={t('form.saved')}
      onClose={onClose}
    >
      <Form.Item name="kind" label={t('form.kind')}>
        <Radio.Group options={choices('kind', advertisementKinds)} />
      </Form.Item>
      <Form.Item
        name="title"
        label={t('form.title')}
        rules={[{ required: true, whitespace: true, message: t('form.titleNeeded') }]}
      >
        <Input maxLength={advertisementTitleLengthMax} showCount />
      </Form.Item>
      <Form.Item name="text" label={t('form.text')}>
        <Input maxLength={advertisementTextLengthMax} showCount />
      </Form.Item>
      <Form.Item name="pictureFileId" label={t('form.picture')}>
        <Picture path={one?.picturePath ?? null} />
      </Form.Item>
      <Form.Item
        name="link"
        label={t('form.link')}
        extra={t('form.linkHint')}
        rules={[{ pattern: new RegExp(linkPattern, 'u'), message: t('form.linkWrong') }]}
      >
        <Input maxLength={500} placeholder="#/study-v" />
      </Form.Item>
      <Form.Item name="frequency" label={t('form.frequency')} extra={t('form.frequencyHint')}>
        <Radio.Group options={choices('frequency', frequencies)} />
      </Form.Item>
      <Form.Item
        name="organizationId"
        label={t('form.organization')}
        extra={t('form.organizationHint')}
        rules={[{ required: true, message: t('form.organizationNeeded') }]}
      >
        <OrganizationPicker label={t('form.organization')} />
      </Form.Item>
      <Form.Item
        name="audiences"
        label={t('form.audiences')}
        rules={[{ type: 'array', required: true, message: t('form.audiencesNeeded') }]}
      >
        <AudienceField />
      </Form.Item>
      <div className="pr-period">
        <Form.Item name="startsAt" label={t('form.starts')} extra={t('form.startsHint')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="endsAt" label={t('form.ends')} extra={t('form.endsHint')}>
          <MomentField />
        </Form.Item>
      </div>
      <Form.Item name="isEnabled" label={t('form.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormModal>
  )
}

interface PictureProps {
  readonly path: string | null
  readonly value?: string | null
  readonly onChange?: (fileId: string | null) => void
}

function Picture({ path, value = null, onChange }: PictureProps) {
  const t = useText('advertisements')
  const title = Form.useWatch('title') as string | undefined
  const [chosen, setChosen] = useState(path)
  return (
    <CoverField
      chosen={value !== null}
      hint={t('form.pictureHint')}
      tooLarge={t('form.pictureTooLarge')}
      onChange={(file) => {
        setChosen(file ? `files/${file.id}` : null)
        onChange?.(file?.id ?? null)
      }}
    >
      <span className="pr-picture">
        <Cover name={title ?? ''} url={chosen} />
      </span>
    </CoverField>
  )
}
