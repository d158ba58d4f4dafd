import { readPhone } from '@pimis/domain/text/phone';
import { invalidFields } from '../errors.ts';

/** The stored form of a phone that a call gave. Error: ValidationError on the field if it is not a complete number. */
export function receivedPhone(text: string, field: string): string {
  const phone = readPhone(text);
  if (phone === null) throw invalidFields({ [field]: 'InvalidField' });
  return phone;
}
