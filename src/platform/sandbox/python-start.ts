export const SCRIPT_PATH = '/tmp/.script.py';

/** Runs the script as a file of its own: just-bash would indent it, texts of several lines in it too, and number its lines anew. */
export const PYTHON_START = `
import linecache, sys, traceback
sys.modules.pop('jb_http', None)
sys.argv = ['script.py']
def _start():
    with open('${SCRIPT_PATH}', encoding='utf-8') as file:
        source = file.read()
    linecache.cache['script.py'] = (len(source), None, source.splitlines(True), 'script.py')
    try:
        code = compile(source, 'script.py', 'exec')
    except (SyntaxError, ValueError) as error:
        traceback.print_exception(error.with_traceback(None))
        sys.exit(1)
    try:
        exec(code, {'__name__': '__main__', '__file__': 'script.py'})
    except SystemExit:
        raise
    except BaseException as error:
        traceback.print_exception(error.with_traceback(error.__traceback__.tb_next))
        sys.exit(1)
_start()
`;
