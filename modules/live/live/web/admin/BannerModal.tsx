import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { CoverField } from '#modules/platform/files/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { live } from '../../contract.ts'
import { LiveCover } from '../parts/LiveCover.tsx'

const titleLengthMax = 60
const address = /^https?:\/\/[^\s/?#]+\S*$/

export interface EditedBanner {
  readonly title: string
  readonly pictureId: string
  readonly picturePath: string
  readonly liveId: string | null
  readonly url: string | null
}

interface Props {
  readonly banner?: EditedBanner
  readonly onSave: (banner: EditedBanner) => Promise<void>
  readonly onClose: () => void
}

interface Picture {
  readonly id: string
  readonly path: string
}

interface Values {
  readonly picture: Picture | null
  readonly title: string
  readonly liveId: string | null
  readonly url: string
}

const empty: EditedBanner = { title: '', pictureId: '', picturePath: '', liveId: null, url: null }

/** A banner: its picture, its text, and its link to a live session or an address. */
export function BannerModal({ banner = empty, onSave, onClose }: Props) {
  const t = useText('live')
  const { pictureId, picturePath, title, liveId } = banner
  const [form] = Form.useForm<Values>()
  const isToLive = (Form.useWatch('liveId', form) ?? null) !== null
  const save = (values: Values) =>
    onSave({
      title: values.title.trim(),
      pictureId: values.picture?.id ?? '',
      picturePath: values.picture?.path ?? '',
      liveId: values.liveId,
      url: values.url.trim() || null,
    })
  return (
    <FormModal<Values, void>
      form={form}
      width={640}
      title={t(banner === empty ? 'admin.bannerAdd' : 'admin.bannerEdit')}
      okText={t('admin.save')}
      initialValues={{
        title,
        liveId,
        picture: pictureId === '' ? null : { id: pictureId, path: picturePath },
        url: banner.url ?? '',
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="picture" rules={[{ required: true, message: t('admin.bannerPictureNeeded') }]}>
        <PictureField />
      </Form.Item>
      <Form.Item name="title" label={t('admin.bannerTitle')}>
        <Input maxLength={titleLengthMax} showCount />
      </Form.Item>
      <Form.Item name="liveId" label={t('admin.bannerLive')}>
        <LiveSelect />
      </Form.Item>
      <Form.Item
        name="url"
        label={t('admin.bannerLink')}
        rules={[{ pattern: address, transform: (url: string) => url.trim(), message: t('admin.bannerLinkWrong') }]}
      >
        <Input placeholder="https://" disabled={isToLive} />
      </Form.Item>
    </FormModal>
  )
}

/** The field of a form hands it `value` and `onChange`. */
function PictureField({ value, onChange }: { value?: Picture | null; onChange?: (picture: Picture | null) => void }) {
  const t = useText('live')
  const title: string = Form.useWatch('title') ?? ''
  return (
    <fieldset className="lv-field lv-cover-field">
      <legend>{t('admin.bannerPicture')}</legend>
      <CoverField
        chosen={Boolean(value)}
        hint={t('admin.bannerPictureHint')}
        tooLarge={t('admin.bannerPictureLarge')}
        onChange={(file) => onChange?.(file)}
      >
        <LiveCover subject={title} path={value?.path ?? ''} />
      </CoverField>
    </fieldset>
  )
}

interface LiveSelectProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (liveId: string | null) => void
}

/** A live session, found by its name. The field of a form hands it `id`, `value` and `onChange`. */
function LiveSelect({ id, value = null, onChange }: LiveSelectProps) {
  const t = useText('live')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { pageSize: 20, ...(text !== '' && { text }) }
  const found = useQuery(q(live.list, { query }, { quiet: true }))
  const chosen = useQuery({
    ...q(live.front, { params: { id: value ?? '' } }, { quiet: true, handles: 'all' }),
    enabled: value !== null,
  })
  const options = (found.data?.items ?? []).map((one) => ({ value: one.id, label: one.subject }))
  const kept = value !== null && !options.some((option) => option.value === value)
  return (
    <Select
      id={id}
      allowClear
      value={value}
      loading={found.isFetching}
      placeholder={t('home.search')}
      showSearch={{ onSearch: setTyped, filterOption: false }}
      options={[...(kept ? [{ value, label: chosen.data?.subject ?? '…' }] : []), ...options]}
      onChange={(liveId: string | undefined) => onChange?.(liveId ?? null)}
    />
  )
}
