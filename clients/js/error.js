// The error of the package, in a module of its own that loads no WebAssembly

/** Invalid data, or a value that does not fit the filter; hint may be empty */
export class BloomError extends Error {
    constructor(message, detail = '', hint = '') {
        super(detail ? `${message}\n${detail}` : message);
        this.name = 'BloomError';
        this.hint = hint;
    }
}
