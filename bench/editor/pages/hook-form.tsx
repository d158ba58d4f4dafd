import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { columns, scalars, startValues } from '../form.ts';

function Form() {
  const {
    register,
    formState: { errors },
  } = useForm({ defaultValues: startValues(), mode: 'onChange' });
  const rows = startValues().rows as object[];
  const wrong = (path: string) =>
    path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], errors);
  const input = (path: string) => (
    <>
      <input id={path} {...register(path, { required: true, maxLength: 200 })} />
      {wrong(path) ? <em>!</em> : null}
    </>
  );
  return (
    <form>
      {scalars.map((fields, index) => (
        <section key={index}>
          {fields.map(({ path }) => (
            <label key={path}>
              {path} {input(path)}
            </label>
          ))}
        </section>
      ))}
      <table>
        <tbody>
          {rows.map((_, row) => (
            <tr key={row}>
              {columns.map(({ path }) => (
                <td key={path}>{input(`rows.${row}.${path}`)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </form>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Form />);
