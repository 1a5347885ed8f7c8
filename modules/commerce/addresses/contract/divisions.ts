/** Provinces, cities and counties by their six digits: the first two are the province's, the first four the city's. */

export interface DivisionList {
  readonly province_list: Readonly<Record<string, string>>
  readonly city_list: Readonly<Record<string, string>>
  readonly county_list: Readonly<Record<string, string>>
}

export interface DivisionNames {
  readonly province: string
  readonly city: string
  readonly county: string
}

/** The code of the province or city that a code lies in. */
export const provinceCode = (code: string): string => `${code.slice(0, 2)}0000`
export const cityCode = (code: string): string => `${code.slice(0, 4)}00`

/** The names of a county and of what it lies in; undefined where the list has no such county. */
export function divisionNames(list: DivisionList, code: string): DivisionNames | undefined {
  // The lists are plain objects: a name such as “constructor” is no code of theirs.
  const find = (names: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(names, key) ? names[key] : undefined
  const county = find(list.county_list, code)
  const city = find(list.city_list, cityCode(code))
  const province = find(list.province_list, provinceCode(code))
  return county !== undefined && city !== undefined && province !== undefined ? { province, city, county } : undefined
}

/** A heading of the list under which the counties of a province stand that belong to no city. */
const noCity = /直辖县/

/** The division as addresses say it: 北京市东城区, 河南省济源市, 广东省深圳市南山区. */
export function divisionText({ province, city, county }: DivisionNames): string {
  return `${province}${city === province || noCity.test(city) ? '' : city}${county}`
}
