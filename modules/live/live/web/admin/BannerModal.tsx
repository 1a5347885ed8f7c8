import { useQuery } from '@tanstack/react-query'
import { Input, Modal, Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { CoverField } from '#modules/platform/files/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { useAction } from '#web/ui/use-action.ts'
import { live } from '../../contract.ts'
import { Field } from '../form/Field.tsx'
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

const empty: EditedBanner = { title: '', pictureId: '', picturePath: '', liveId: null, url: null }

/** A banner: its picture, its text, and its link to a live session or an address. */
export function BannerModal({ banner = empty, onSave, onClose }: Props) {
  const t = useText('live')
  const id = useId()
  const [values, setValues] = useState(banner)
  const [checked, setChecked] = useState(false)
  const { busy, run } = useAction()
  const change = (part: Partial<EditedBanner>) => setValues((before) => ({ ...before, ...part }))
  const problems = {
    picture: values.pictureId === '' ? t('admin.bannerPictureNeeded') : undefined,
    url: values.url !== null && !address.test(values.url) ? t('admin.bannerLinkWrong') : undefined,
  }
  const save = () => {
    setChecked(true)
    if (problems.picture !== undefined || problems.url !== undefined) return
    return run(() => onSave({ ...values, title: values.title.trim() }))
  }
  const shown = (problem: string | undefined) => (checked ? problem : undefined)
  return (
    <Modal
      open
      width={640}
      title={t(banner === empty ? 'admin.bannerAdd' : 'admin.bannerEdit')}
      okText={t('admin.save')}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="lva-form">
        <fieldset className="lv-field lv-cover-field">
          <legend>{t('admin.bannerPicture')}</legend>
          <CoverField
            chosen={values.pictureId !== ''}
            hint={t('admin.bannerPictureHint')}
            tooLarge={t('admin.bannerPictureLarge')}
            onChange={(file) => change({ pictureId: file?.id ?? '', picturePath: file?.path ?? '' })}
          >
            <LiveCover subject={values.title} path={values.picturePath} />
          </CoverField>
          {shown(problems.picture) && <p className="lv-problem">{problems.picture}</p>}
        </fieldset>
        <Field id={`${id}-title`} label={t('admin.bannerTitle')} problem={undefined}>
          <Input
            id={`${id}-title`}
            value={values.title}
            maxLength={titleLengthMax}
            showCount
            onChange={({ target }) => change({ title: target.value })}
          />
        </Field>
        <div className="lv-field">
          <label htmlFor={`${id}-live`}>{t('admin.bannerLive')}</label>
          <LiveSelect id={`${id}-live`} value={values.liveId} onChange={(liveId) => change({ liveId })} />
        </div>
        <Field id={`${id}-url`} label={t('admin.bannerLink')} problem={shown(problems.url)}>
          <Input
            id={`${id}-url`}
            value={values.url ?? ''}
            placeholder="https://"
            disabled={values.liveId !== null}
            onChange={({ target }) => change({ url: target.value.trim() === '' ? null : target.value.trim() })}
          />
        </Field>
      </div>
    </Modal>
  )
}

interface LiveSelectProps {
  readonly id: string
  readonly value: string | null
  readonly onChange: (liveId: string | null) => void
}

/** A live session, found by its name. */
function LiveSelect({ id, value, onChange }: LiveSelectProps) {
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
      onChange={(liveId: string | undefined) => onChange(liveId ?? null)}
    />
  )
}
