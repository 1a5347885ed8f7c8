import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { fittingWidth, pictureUrl, sizedUrl } from '#web/ui/picture.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Material, pictures } from '../../contract.ts'

const thumbnailPixels = 320

interface Props {
  readonly onPick: (material: Material) => void
  readonly onFile: (file: File) => void
}

/** The pictures to choose from: by category, by words, in turn, at random, or from the own device. */
export function Library({ onPick, onFile }: Props) {
  const t = useText('pictures')
  const input = useRef<HTMLInputElement>(null)
  const paging = usePaging()
  const [category, setCategory] = useState<string>()
  const [search, setSearch] = useState('')
  const [turned, setTurned] = useState<readonly Material[]>()
  const { busyWith, run } = useAction()
  const query = { page: paging.page, pageSize: paging.pageSize, category, search }
  const list = useQuery({ ...q(pictures.materials, { query }), placeholderData: keepPreviousData })
  const narrow = (change: () => void) => {
    change()
    setTurned(undefined)
    paging.reset()
  }
  const next = async () => setTurned((await call(pictures.cycleMaterials, { query: { count: 20 } })).items)
  const atRandom = async () => onPick(await call(pictures.randomMaterial, { query: { category } }))
  return (
    <div className="sy-column sy-gap-3">
      <div className="sy-row sy-wrap sy-gap-2">
        <SearchBox label={t('picker.search')} onSearch={(text) => narrow(() => setSearch(text))} />
        <Button
          icon={<Icon name="refresh" size={16} />}
          loading={busyWith === 'next'}
          onClick={() => void run(next, { name: 'next' })}
        >
          {t('picker.next')}
        </Button>
        <Button loading={busyWith === 'random'} onClick={() => void run(atRandom, { name: 'random' })}>
          {t('picker.random')}
        </Button>
        <Button icon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
          {t('picker.upload')}
        </Button>
        <input
          ref={input}
          type="file"
          className="sy-visually-hidden"
          tabIndex={-1}
          aria-label={t('picker.upload')}
          accept=".jpg,.jpeg,.png"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
            event.target.value = ''
          }}
        />
      </div>
      <Categories chosen={category} onChoose={(id) => narrow(() => setCategory(id))} />
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && <EmptyState small title={t('picker.none')} description={t('picker.noneHint')} />}
      {list.data && <Pictures items={turned ?? list.data.items} onPick={onPick} />}
      {list.data && !turned && <Pager paging={paging} recordCount={list.data.recordCount} />}
    </div>
  )
}

function Categories({ chosen, onChoose }: { chosen: string | undefined; onChoose: (id: string | undefined) => void }) {
  const t = useText('pictures')
  const { data } = useQuery(q(pictures.categories, {}, { quiet: true }))
  const options = [
    { id: undefined, name: t('picker.all') },
    ...(data?.items ?? []).filter(({ pictureCount }) => pictureCount > 0),
  ]
  return (
    <fieldset className="pic-categories" aria-label={t('picker.categories')}>
      {options.map(({ id, name }) => (
        <button
          key={id ?? ''}
          type="button"
          className="sy-button sy-button-plain sy-button-small"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

function Pictures({ items, onPick }: { items: readonly Material[]; onPick: (material: Material) => void }) {
  const t = useText('pictures')
  return (
    <ul className="pic-grid">
      {items.map((material) => (
        <li key={material.id}>
          <button type="button" aria-label={t('picker.pick', { name: material.name })} onClick={() => onPick(material)}>
            <img
              src={sizedUrl(pictureUrl(material.path) ?? '', fittingWidth(thumbnailPixels))}
              alt=""
              width={320}
              height={180}
              loading="lazy"
            />
            <span>{material.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
