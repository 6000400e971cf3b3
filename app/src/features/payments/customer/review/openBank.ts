/** Leaves the portal for the bank's page. */
import type { Redirect } from '~/core/core'

/** Opens the bank's page in this window by posting the form that it expects. */
export function openBank({ url, fields }: Redirect) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const { name, value } of fields) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
