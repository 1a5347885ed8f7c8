import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { webAddressPattern } from '#kit/schema.ts'
import { ContentField } from '#modules/content/catalog/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { live } from '../../contract.ts'
import { LiveCover } from '../parts/LiveCover.tsx'

const titleLengthMax = 60
/** Map `business-type`: live sessions of supplier 3, and of the others. */
const liveTypes = [15, 5] as const
const address = new RegExp(webAddressPattern, 'u')

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
        <LiveField />
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
    <fieldset className="sy-column sy-gap-2 lv-field lv-cover-field">
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

interface LiveFieldProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (liveId: string | null) => void
}

/** A live session of any supplier. The field of a form hands it `id`, `value` and `onChange`. */
function LiveField({ id, value = null, onChange }: LiveFieldProps) {
  const t = useText('live')
  const chosen = useQuery({
    ...q(live.front, { params: { id: value ?? '' } }, { quiet: true, handles: 'all' }),
    enabled: value !== null,
  })
  return (
    <ContentField
      {...(id !== undefined && { id })}
      label={t('admin.bannerLive')}
      kinds={liveTypes}
      value={value === null ? null : { businessType: liveTypes[0], businessId: value }}
      name={chosen.data?.subject ?? '…'}
      isOptional
      onChange={(item) => onChange?.(item?.businessId ?? null)}
    />
  )
}
