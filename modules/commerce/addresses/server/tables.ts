// Generated from the migrations by `npm run generate`. Don't edit.

export interface Address {
  id: string
  company_id: string
  member_id: string
  receiver: string
  phone: string
  county_code: string
  street: string
  postal_code: string
  is_default: boolean
  created_at: number
  updated_at: number
}

export interface DB {
  'addresses.address': Address
}
