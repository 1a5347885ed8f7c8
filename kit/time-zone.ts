/** The time zone of a company that has chosen no other: the default of `identity.company.time_zone`. */
export const defaultTimeZone = 'Asia/Shanghai'
