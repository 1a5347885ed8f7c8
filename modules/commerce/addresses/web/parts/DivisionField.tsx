import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { cityCode, type DivisionList, provinceCode } from '../../contract/divisions.ts'

interface Props {
  /** The code of the county, once it is chosen. */
  readonly value?: string
  readonly onChange?: (code: string | undefined) => void
  /** The form field's, for the first of the lists. */
  readonly id?: string
}

const options = (names: Readonly<Record<string, string>>, prefix = '') =>
  Object.entries(names)
    .filter(([code]) => code.startsWith(prefix))
    .map(([value, label]) => ({ value, label }))

/** Province, city and county, each list after the one before. The names come when a form first asks for them. */
export function DivisionField(props: Props) {
  const t = useText('addresses')
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['divisions'],
    queryFn: async (): Promise<DivisionList> => (await import('@vant/area-data')).areaList,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <DivisionSelects list={data} {...props} />
  return isError ? (
    <ErrorState small error={error} title={t('divisionFailed')} onRetry={() => void refetch()} />
  ) : (
    <LoadingState rows={1} shape="lines" />
  )
}

function DivisionSelects({ list, value, onChange, id }: Props & { list: DivisionList }) {
  const t = useText('addresses')
  // What is chosen before a county is: the form knows of whole divisions alone.
  const [started, setStarted] = useState('')
  const code = value ?? started
  const province = code === '' ? undefined : provinceCode(code)
  const city = code === '' || cityCode(code) === province ? undefined : cityCode(code)
  const start = (chosen: string) => {
    setStarted(chosen)
    onChange?.(undefined)
  }
  const chooseProvince = (chosen: string) => {
    const cities = options(list.city_list, chosen.slice(0, 2))
    // The city of a municipality is the municipality: nothing to choose.
    start(cities.length === 1 ? (cities[0]?.value ?? chosen) : chosen)
  }
  const shared = { showSearch: { optionFilterProp: 'label' }, style: { width: '100%' } } as const
  return (
    <div className="ad-divisions">
      <Select
        {...shared}
        id={id}
        aria-label={t('province')}
        placeholder={t('province')}
        value={province}
        options={options(list.province_list)}
        onChange={chooseProvince}
      />
      <Select
        {...shared}
        aria-label={t('city')}
        placeholder={t('city')}
        disabled={province === undefined}
        value={city}
        options={province === undefined ? [] : options(list.city_list, province.slice(0, 2))}
        onChange={start}
      />
      <Select
        {...shared}
        aria-label={t('county')}
        placeholder={t('county')}
        disabled={city === undefined}
        value={value}
        options={city === undefined ? [] : options(list.county_list, city.slice(0, 4))}
        onChange={(chosen: string) => onChange?.(chosen)}
      />
    </div>
  )
}
